# Breaks wrap_text, in a font of wrap_font px, into lines of at most wrap_px. Out: wrapped, and wrapped_count (the
# number of lines).
wrapped = ""; wrapped_count = 1; wrap_line = 0.0; wrap_word = ""; wrap_word_px = 0.0
wrap_rest = wrap_text . " "
do for [wrap_i=1:strlen(wrap_rest)] {
  wrap_c = wrap_rest[wrap_i:wrap_i]
  if (wrap_c eq " ") {
    if (wrap_line > 0 && wrap_line + wrap_word_px > wrap_px) {
      wrapped = wrapped . "\n"; wrapped_count = wrapped_count + 1; wrap_line = 0.0
    }
    wrapped = wrapped . wrap_word . " "
    wrap_line = wrap_line + wrap_word_px + text_px(" ", wrap_font)
    wrap_word = ""; wrap_word_px = 0.0
  } else {
    # A word that is wider than the page is broken anywhere.
    if (wrap_word_px + text_px(wrap_c, wrap_font) > wrap_px) {
      wrapped = wrapped . (wrap_line > 0 ? "\n" : "") . wrap_word . "\n"
      wrapped_count = wrapped_count + (wrap_line > 0 ? 2 : 1)
      wrap_line = 0.0; wrap_word = ""; wrap_word_px = 0.0
    }
    wrap_word = wrap_word . wrap_c
    wrap_word_px = wrap_word_px + text_px(wrap_c, wrap_font)
  }
}
