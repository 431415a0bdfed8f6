import Glibc

/// Whether a shell glob matches the whole of a name; `*` crosses slashes.
package func globMatches(_ glob: String, _ name: String) -> Bool {
  fnmatch(glob, name, 0) == 0
}
