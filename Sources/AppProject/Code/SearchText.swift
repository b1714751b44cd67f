// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A word to search for in texts.
struct SearchTerm: Sendable {
    /// The bytes of the word, followed by the terminating zero that the C library requires.
    fileprivate let terminated: [CChar]
    /// Whether the word matches only where no letter, digit or underscore is adjacent.
    fileprivate let isWhole: Bool

    fileprivate var count: Int { terminated.count - 1 }

    init(_ text: String, isWhole: Bool = false) {
        terminated = text.utf8.map { CChar(bitPattern: $0) } + [0]
        self.isWhole = isWhole
    }
}

/// A text in which many words are searched for.
///
/// The C library's search is used because it is fast even in a debug build; checkouts are large.
struct SearchText {
    /// The text, followed by a terminating zero. Zero bytes within the text are replaced by spaces.
    private let terminated: [UInt8]

    init(_ bytes: [UInt8]) {
        var copy = bytes
        copy.append(0)
        copy.withUnsafeMutableBytes { text in
            guard let start = text.baseAddress else { return }
            var offset = 0
            while let zero = memchr(start + offset, 0, bytes.count - offset) {
                zero.storeBytes(of: UInt8(ascii: " "), as: UInt8.self)
                offset = zero - start + 1
            }
        }
        terminated = copy
    }

    func contains(_ term: SearchTerm) -> Bool { !offsets(of: term, countMax: 1).isEmpty }

    /// Returns whether the first `count` bytes contain a word.
    func contains(_ term: SearchTerm, inFirst count: Int) -> Bool {
        SearchText(Array(terminated.dropLast().prefix(count))).contains(term)
    }

    var byteCount: Int { terminated.count - 1 }

    /// Returns the offsets at which a word occurs, in ascending order.
    func offsets(of term: SearchTerm, countMax: Int = .max) -> [Int] {
        terminated.withUnsafeBytes { text in
            term.terminated.withUnsafeBufferPointer { wanted in
                var offsets: [Int] = []
                guard let start = text.bindMemory(to: CChar.self).baseAddress,
                    let needle = wanted.baseAddress, term.count > 0
                else { return offsets }
                var rest = start
                while offsets.count < countMax, let found = strstr(rest, needle) {
                    let offset = UnsafePointer(found) - start
                    if !term.isWhole || Self.isWhole(offset, term.count, in: text) {
                        offsets.append(offset)
                    }
                    rest = UnsafePointer(found) + 1
                }
                return offsets
            }
        }
    }

    private static func isWhole(
        _ offset: Int, _ count: Int, in text: UnsafeRawBufferPointer
    ) -> Bool {
        (offset == 0 || !isPartOfName(text[offset - 1])) && !isPartOfName(text[offset + count])
    }

    /// Returns the identifier that starts at an offset; empty if no identifier starts there.
    func name(at offset: Int) -> String {
        var end = offset
        while Self.isPartOfName(terminated[end]) { end += 1 }
        return String(decoding: terminated[offset..<end], as: UTF8.self)
    }

    /// Returns whether a byte can be part of an identifier. Such bytes are ASCII letters and
    /// digits, underscores, and all non-ASCII bytes.
    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
