import Glibc

/// The reason why the kernel did not open an event: the meaning of an errno of perf_event_open(2)
/// in its context.
package enum OpenRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The machine, for example a virtual machine without a PMU, has no such unit or event (ENOENT,
  /// ENODEV, EOPNOTSUPP).
  case noSuchEvent(type: UInt32)
  /// perf_event_paranoid requires CAP_PERFMON, which the user lacks, or a security module refuses
  /// (EACCES); `paranoid` is the level of perf_event_paranoid, nil if unknown.
  case denied(paranoid: Int?)
  /// A filter of system calls, such as a container's, or a security module refused (EPERM).
  case sandboxed
  /// The process or the whole machine has no descriptor left (EMFILE, ENFILE).
  case tooManyDescriptors
  /// All counters that can count the event are in use (EBUSY, ENOSPC).
  case busy(type: UInt32)
  /// The unit refuses the encoding, or refuses the event in this group (EINVAL).
  case wrongEncoding(type: UInt32)
  /// The tracepoint's filter was refused, for its text (EINVAL) or with another errno.
  case filterRefused(filter: String, errno: Int32)
  /// The kernel was built without perf events (ENOSYS).
  case noPerfEvents
  /// The thread ended before the event was opened (ESRCH).
  case noSuchThread
  /// Anything else.
  case other(errno: Int32)

  /// Interprets the errno of a refused event; `paranoid` is perf_event_paranoid, nil if unknown.
  package init(_ error: PerfErrno, of event: EncodedEvent, paranoid: Int?) {
    self =
      switch error.rawValue {
      case ENOENT, ENODEV, EOPNOTSUPP: .noSuchEvent(type: event.type)
      case EACCES: .denied(paranoid: paranoid)
      case EPERM: .sandboxed
      case EMFILE, ENFILE: .tooManyDescriptors
      case EBUSY, ENOSPC: .busy(type: event.type)
      case EINVAL: .wrongEncoding(type: event.type)
      case ENOSYS: .noPerfEvents
      case ESRCH: .noSuchThread
      default: .other(errno: error.rawValue)
      }
  }

  /// The refusal and its remedy, in one line.
  package var description: String {
    switch self {
    case .noSuchEvent(let type): Self.absence(PerfUnit(rawValue: type))
    case .denied(let paranoid):
      Self.denial(paranoid)
    case .sandboxed:
      "perf_event_open is blocked (EPERM), for example by a container's seccomp profile: "
        + "allow it there, for docker with --cap-add PERFMON"
    case .tooManyDescriptors: "too many open files: raise the limit with ulimit -n"
    case .busy(PerfUnit.breakpoint.rawValue):
      "every debug register is in use: end the debugger, or ask for fewer breakpoints"
    case .busy: "every such counter is in use: end the other profiler, or ask for fewer events"
    case .wrongEncoding(let type): Self.mistake(PerfUnit(rawValue: type))
    case .filterRefused(let filter, EINVAL):
      "the kernel refuses the filter \(filter): compare it with the tracepoint's format file"
    case .filterRefused(let filter, let errno):
      "the kernel refuses the filter \(filter): \(errnoText(errno))"
    case .noPerfEvents: "this kernel has no perf events: it was built without CONFIG_PERF_EVENTS"
    case .noSuchThread: "the thread had ended"
    case .other(let errno): "perf_event_open failed: \(errnoText(errno))"
    }
  }

  private static func absence(_ unit: PerfUnit?) -> String {
    switch unit {
    case .hardware, .cache, .raw:
      "this machine has no such hardware event: a virtual machine needs a virtual PMU for it"
    case .software: "this kernel has no such software event"
    case .tracepoint: "this kernel has no tracepoints for perf: it needs CONFIG_EVENT_TRACING"
    case .breakpoint: "this machine has no hardware breakpoints"
    case nil: "this machine has no such unit: see /sys/bus/event_source/devices"
    }
  }

  private static func mistake(_ unit: PerfUnit?) -> String {
    switch unit {
    case .tracepoint: "no tracepoint has this number: read it from tracefs on this kernel"
    case .breakpoint:
      "no such breakpoint: it covers 1, 2, 4 or 8 bytes, at an address divisible by that number"
    case .hardware, .cache, .raw, .software:
      "the unit refuses this encoding: compare it with perf list"
    case nil:
      "the unit refuses this encoding, or counts no single process: compare it with perf list"
    }
  }

  private static func denial(_ paranoid: Int?) -> String {
    switch paranoid {
    case .some(...1):
      "denied (EACCES), though not by perf_event_paranoid: ask the security module (SELinux) to allow it"
    case .some(let level):
      "denied at perf_event_paranoid \(level): sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON"
    case nil:
      "denied (EACCES): sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON"
    }
  }
}

func errnoText(_ errno: Int32) -> String { String(cString: strerror(errno)) }
