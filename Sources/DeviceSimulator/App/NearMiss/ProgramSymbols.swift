// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The methods of this program's types, by the names in its symbol table.
///
/// Swift has no list of a type's methods at run time. The symbol table of an ELF program contains
/// the methods, unless `strip` removed the table. On other platforms, in a stripped program, and
/// for types that are local to a function, nothing is found.
package enum ProgramSymbols {
    /// Earlier results, by the mangled name of the type.
    private static let known = Mutex<[String: [MethodName]]>([:])

    /// Returns the methods of an object's class and of its superclasses in this program.
    package static func methods(of object: Any) -> [MethodName] {
        var methods: [MethodName] = []
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            if let name = _mangledTypeName(current.subjectType) { methods += self.methods(name) }
            mirror = current.superclassMirror
        }
        return methods
    }

    private static func methods(_ mangledType: String) -> [MethodName] {
        if let found = known.withLock({ $0[mangledType] }) { return found }
        let prefix = symbolPrefix(ofPrivateType: mangledType)
        let found = symbols(withPrefix: prefix ?? "$s" + mangledType)
            // The name of a function ends with F; any suffix after the F denotes a thunk or a part
            // of a function.
            .filter { $0.hasSuffix("F") && (prefix == nil || isMember($0, ofPrivateType: prefix)) }
            .compactMap(demangle).compactMap(MethodName.init(demangled:))
        known.withLock { $0[mangledType] = found }
        return found
    }

    /// Returns the prefix of the symbols of a private type's methods; `nil` for other types.
    ///
    /// At run time, the name of a private type contains the address of its context:
    /// `3App13$556183751928yXZ4ChatC`. In symbols, the name contains a hash of the type's file:
    /// `$s3App4Chat33_F3388FBAA0297E3C726B67F885BE42C9LLC`.
    private static func symbolPrefix(ofPrivateType mangledType: String) -> String? {
        let parts = mangledType.components(separatedBy: "yXZ")
        guard parts.count == 2, let dollar = parts[0].lastIndex(of: "$"), parts[1].hasSuffix("C")
        else { return nil }
        let length = "\(parts[0].distance(from: dollar, to: parts[0].endIndex))"
        let module = parts[0][..<dollar]
        guard module.hasSuffix(length) else { return nil }
        return "$s" + module.dropLast(length.count) + parts[1].dropLast() + "33_"
    }

    /// Returns whether a symbol continues after the prefix with the hash of a file and then the
    /// mark of a private class.
    private static func isMember(_ symbol: String, ofPrivateType prefix: String?) -> Bool {
        guard let prefix else { return false }
        let rest = symbol.dropFirst(prefix.count)
        return rest.prefix(32).allSatisfy(\.isHexDigit) && rest.dropFirst(32).hasPrefix("LLC")
    }

    private static func symbols(withPrefix prefix: String) -> [String] {
        #if os(Linux)
        let file = URL(fileURLWithPath: "/proc/self/exe")
        guard let program = try? Data(contentsOf: file, options: .alwaysMapped) else { return [] }
        return ELFStrings.symbols(withPrefix: prefix, in: program)
        #else
        return []
        #endif
    }

    /// The type of `swift_demangle`, the function of Swift's runtime that backtraces use.
    private typealias Demangle =
        @convention(c) (
            UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?,
            UInt32
        ) -> UnsafeMutablePointer<CChar>?

    private static func demangle(_ symbol: String) -> String? {
        guard let demangle = CFunction.named("swift_demangle", as: Demangle.self),
            let text = demangle(symbol, symbol.utf8.count, nil, nil, 0)
        else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
