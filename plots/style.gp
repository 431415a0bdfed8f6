# The look of every chart: fonts, colours, markers, and how figures are written.
#
# Any setting below may be given beforehand: gnuplot -e 'font_px = 14' -c plots/locks.gp ...
set encoding utf8

if (!exists("font_px")) font_px = 12
if (!exists("font_family")) font_family = "DejaVu Sans"
if (!exists("paper")) paper = "#ffffff"
if (!exists("ink")) ink = "#1a1a1a"
if (!exists("soft")) soft = "#5f5f5f"
if (!exists("faint")) faint = "#dcdcdc"

row_px = 1.7 * font_px

# Okabe and Ito (2008), but for the yellow, which is lost on white paper.
colour_names = "black orange sky green blue vermillion purple"
colour_values = "#000000 #e69f00 #56b4e9 #009e73 #0072b2 #d55e00 #cc79a7"
colour(name) = word(colour_values, int(sum [k=1:words(colour_names)] \
  (word(colour_names, k) eq name ? k : 0)))

# What a primitive looks like in every chart: its colour and its marker. Families share a colour:
# spinlocks vermillion, pthread mutexes and what wraps them blue, other futex locks green, what is
# built of something else purple, serial queues orange, concurrent queues sky.
looks = "no-lock black 6    atomic-add black 7    compare-and-swap black 5    thread-shard black 9 \
  test-and-set vermillion 5    ttas vermillion 6    ttas-pause vermillion 9 \
  ttas-yield vermillion 10    ttas-backoff vermillion 7    ticket vermillion 13 \
  ticket-backoff vermillion 12    mcs vermillion 4    clh vermillion 8 \
  pthread-spinlock vermillion 11 \
  pthread-mutex blue 7    pthread-mutex-adaptive blue 6    pthread-mutex-errorcheck blue 8 \
  pthread-mutex-recursive blue 10    pthread-mutex-pi blue 12    pthread-mutex-robust blue 4 \
  ns-lock blue 5    ns-recursive-lock blue 9    nio-lock blue 13    nio-locked-value-box blue 11 \
  pthread-rwlock blue 11    pthread-rwlock-writer sky 11 \
  mutex green 7    futex-mutex green 9    spin-park-futex green 13    pi-futex green 12 \
  mcs-park green 4    unfair-futex-owner green 8    synchronized-table green 10 \
  atomic-wrapper green 6    atomic-wrapper-get-set black 4    spin-park-membarrier green 5 \
  dispatch-semaphore purple 5    sem purple 4    condition-variable purple 8 \
  ns-condition-lock purple 9    operation-queue purple 11    actor purple 7 \
  phase-fair-ticket vermillion 4    seqlock purple 10    left-right purple 6 \
  serial-queue-sync orange 5    serial-queue-sync-f orange 4 \
  serial-queue-async-drain orange 13    serial-queue-async-wait orange 9 \
  concurrent-queue-sync sky 7    concurrent-queue-sync-f sky 6 \
  concurrent-queue-barrier-sync sky 9    concurrent-queue-barrier-async purple 13 \
  global-queue-barrier black 8 \
  snapshot black 11 \
  pthread-barrier blue 12    sense-reversing-barrier vermillion 12 \
  dissemination-barrier vermillion 13    dispatch-group sky 13    task-group orange 9 \
  serial black 4    concurrent-perform vermillion 7    concurrent-perform-strided green 5 \
  concurrent-perform-nested vermillion 6    threads-static blue 7    threads-counter sky 12 \
  user-interactive vermillion 11    user-initiated orange 7    default black 13 \
  utility sky 5    background blue 8 \
  task-high orange 6    task-user-initiated orange 12    task-medium black 12 \
  task-low sky 4    task-utility sky 7    task-background blue 4"
look_count = words(looks) / 3
look(name) = int(sum [k=1:look_count] (word(looks, 3 * k - 2) eq name ? k : 0))

# A primitive that is not listed, such as a user's own, gets the same look each time by its name;
# these markers are kept for that, so that it is never taken for one that is listed.
spare_markers = "15 14 3 2 1"
letters = "abcdefghijklmnopqrstuvwxyz0123456789-"
name_hash(name) = int(sum [k=1:strlen(name)] k * (1 + strstrt(letters, name[k:k])))
spare_colour(name) = word(colour_values, 1 + name_hash(name) % words(colour_values))
spare_marker(name) = \
  int(word(spare_markers, 1 + (name_hash(name) / words(colour_values)) % words(spare_markers)))
colour_of(name) = look(name) ? colour(word(looks, 3 * look(name) - 1)) : spare_colour(name)
rgb(text) = int("0x" . text[2:7])
marker_of(name) = look(name) ? int(word(looks, 3 * look(name))) : spare_marker(name)

# How wide a text is: margins are made to measure, as no terminal can be asked before it is set.
ascii = " !\"#$%&'()*+,-./0123456789:;<=>?\100ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_\140abcdefghijklmnopqrstuvwxyz{|}~"
em(c) = strstrt("ijlI|!'.,:; ", c) ? 0.35 : strstrt("ftrJ()[]{}/\\-\"\140", c) ? 0.43 \
  : strstrt("mwMWOQGDN\100%&+=<>", c) ? 0.95 : strstrt("ABCEFHKLPRSTUVXYZ", c) ? 0.75 \
  : strstrt(ascii, c) || strstrt("µ·×", c) ? 0.65 : 1.0
text_px(s, px) = px * sum [k=1:strlen(s)] em(s[k:k])
shortened(s, n) = strlen(s) <= n ? s : s[1:n - 1] . "…"

# A column of a table is text: what is no number in it is NaN, which equals nothing.
is_number(s) = strlen(s) > 0 && strstrt("0123456789-.", s[1:1]) > 0 \
  && (sum [k=1:strlen(s)] (strstrt("0123456789.eE+-", s[k:k]) == 0)) == 0
number(s) = is_number(s) ? real(s) : NaN
is_known(x) = x == x

digits(v) = sprintf(abs(v) < 9.995 ? "%.2f" : abs(v) < 99.95 ? "%.1f" : "%.0f", v)
duration(ns) = ns < 999.5 ? digits(ns) . " ns" : ns < 999.5e3 ? digits(ns / 1e3) . " µs" \
  : ns < 999.5e6 ? digits(ns / 1e6) . " ms" : digits(ns / 1e9) . " s"
rate(v) = v < 999.5 ? digits(v) . "/s" : v < 999.5e3 ? digits(v / 1e3) . " k/s" \
  : v < 999.5e6 ? digits(v / 1e6) . " M/s" : digits(v / 1e9) . " G/s"
# Work that was asked for is a round number: no digits after the point.
asked_duration(ns) = ns < 1e3 ? sprintf("%g ns", ns) : ns < 1e6 ? sprintf("%g µs", ns / 1e3) \
  : ns < 1e9 ? sprintf("%g ms", ns / 1e6) : sprintf("%g s", ns / 1e9)
asked_rate(v) = v < 1e3 ? sprintf("%g/s", v) : v < 1e6 ? sprintf("%g k/s", v / 1e3) \
  : v < 1e9 ? sprintf("%g M/s", v / 1e6) : sprintf("%g G/s", v / 1e9)
plural(n, word) = sprintf("%d %s%s", n, word, n == 1 ? "" : "s")
max(a, b) = a > b ? a : b
min(a, b) = a < b ? a : b

# What a chart says of its intervals: a run of few launches has none.
about_intervals(drawn, known) = drawn == 0 ? "" : known == 0 \
  ? "No intervals: they need five launches of a case." \
  : "Bars: 95 % intervals, where they are wider than the marker" \
    . (known < drawn ? "; some cases have none." : ".")
