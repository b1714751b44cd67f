// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// C functions in this process for which Swift imports no declaration.
enum CFunction {
    /// Returns the function with the given name; `nil` if there is no such function.
    ///
    /// - Parameter type: The function's type, with `@convention(c)`.
    static func named<Function>(_ name: String, as type: Function.Type) -> Function? {
        #if os(Windows)
        return nil
        #else
        return dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: type) }
        #endif
    }
}
