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

/// Functions of C that this process has and Swift imports no declaration of.
enum CFunction {
    /// Finds a function by its name; `nil` where there is none.
    ///
    /// - Parameter type: the function's type, with `@convention(c)`.
    static func named<Function>(_ name: String, as type: Function.Type) -> Function? {
        #if os(Windows)
        return nil
        #else
        return dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: type) }
        #endif
    }
}
