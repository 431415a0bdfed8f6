import Glibc

/// Why the kernel did not open an event: what an errno of perf_event_open(2) means in its context.
public enum OpenRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The machine has no such unit or event: a virtual machine without a PMU, another processor
  /// (ENOENT, ENODEV, EOPNOTSUPP).
  case noSuchEvent
  /// The user may not: perf_event_paranoid without CAP_PERFMON (EACCES); the level where it is known.
  case denied(paranoid: Int?)
  /// A filter of system calls or a security module refused, as containers do (EPERM).
  case sandboxed
  /// The process has no descriptor left, or the machine has none (EMFILE, ENFILE).
  case tooManyDescriptors
  /// All counters of the kind are in use (EBUSY, ENOSPC).
  case busy
  /// The unit does not know the encoding, or not along with its group's (EINVAL).
  case wrongEncoding
  /// The tracepoint's filter was refused, as it stands (EINVAL), or by another errno.
  case filterRefused(filter: String, errno: Int32)
  /// The kernel was built without perf events (ENOSYS).
  case noPerfEvents
  /// The thread ended before (ESRCH).
  case noSuchThread
  /// Anything else.
  case other(errno: Int32)

  /// Reads a refusal of `open`.
  public init(_ error: PerfErrno, paranoid: Int?) {
    self =
      switch error.rawValue {
      case ENOENT, ENODEV, EOPNOTSUPP: .noSuchEvent
      case EACCES: .denied(paranoid: paranoid)
      case EPERM: .sandboxed
      case EMFILE, ENFILE: .tooManyDescriptors
      case EBUSY, ENOSPC: .busy
      case EINVAL: .wrongEncoding
      case ENOSYS: .noPerfEvents
      case ESRCH: .noSuchThread
      default: .other(errno: error.rawValue)
      }
  }

  /// One line: what, and the remedy.
  public var description: String {
    switch self {
    case .noSuchEvent:
      "this machine has no such event (a virtual machine often has no PMU: enable its virtual one)"
    case .denied(let paranoid):
      Self.denial(paranoid)
    case .sandboxed:
      "perf_event_open is blocked, as by a container's seccomp profile (EPERM): "
        + "allow it there, for docker with --cap-add PERFMON"
    case .tooManyDescriptors: "too many open files: raise the limit with ulimit -n"
    case .busy:
      "every counter of this kind is in use: end the other profiler, or ask for fewer events"
    case .wrongEncoding: "the unit refuses this encoding (EINVAL): check it with perf list"
    case .filterRefused(let filter, EINVAL):
      "the kernel refuses the filter \(filter): compare it with the tracepoint's format file"
    case .filterRefused(let filter, let errno):
      "the kernel refuses the filter \(filter): \(errnoText(errno))"
    case .noPerfEvents: "this kernel has no perf events: it was built without CONFIG_PERF_EVENTS"
    case .noSuchThread: "the thread had ended"
    case .other(let errno): "perf_event_open failed: \(errnoText(errno))"
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
