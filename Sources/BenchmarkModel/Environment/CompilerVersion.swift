// Only conditional compilation gives the compiler's version, so each release has a line. A release
// without a line gets that of an older release, such as "6.3.4 or later", until its line is added.
#if compiler(>=6.5)
  let compilerVersion = "6.5 or later"
#elseif compiler(>=6.4)
  let compilerVersion = "6.4 or later"
#elseif compiler(>=6.3.4)
  let compilerVersion = "6.3.4 or later"
#elseif compiler(>=6.3.3)
  let compilerVersion = "6.3.3"
#elseif compiler(>=6.3.2)
  let compilerVersion = "6.3.2"
#elseif compiler(>=6.3.1)
  let compilerVersion = "6.3.1"
#elseif compiler(>=6.3)
  let compilerVersion = "6.3"
#elseif compiler(>=6.2.4)
  let compilerVersion = "6.2.4 or later"
#elseif compiler(>=6.2.3)
  let compilerVersion = "6.2.3"
#elseif compiler(>=6.2.2)
  let compilerVersion = "6.2.2"
#elseif compiler(>=6.2.1)
  let compilerVersion = "6.2.1"
#else
  let compilerVersion = "6.2"
#endif
