// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Checks whether the headers of a request, or its trailers, are well-formed (RFC 9113 sections 8.1
/// to 8.3). The stream of a malformed request is reset with PROTOCOL_ERROR.
struct RequestHead {
    private(set) var contentLength: Int?
    /// A short description of the error; `nil` if there is no error.
    private(set) var problem: String?
    private var hasMethod = false
    private var hasScheme = false
    private var hasPath = false
    private var hasAuthority = false
    private var isPastPseudoHeaders = false

    init(_ list: borrowing HeaderList, isTrailers: Bool = false) {
        let bytes = list.bytes.span
        for field in list.fields where problem == nil {
            if field.nameStart < field.valueStart, bytes[field.nameStart] == UInt8(ascii: ":") {
                if isTrailers {
                    problem = "a pseudo-header in the trailers"
                } else {
                    checkPseudoHeader(field, bytes)
                }
            } else {
                isPastPseudoHeaders = true
                checkName(field, bytes)
                checkMeaning(field, bytes)
            }
            checkValue(field, bytes)
        }
        if problem == nil, !isTrailers, !(hasMethod && hasScheme && hasPath) {
            problem = "a pseudo-header is missing"
        }
    }

    private mutating func checkPseudoHeader(
        _ field: HeaderList.Field, _ bytes: borrowing Span<UInt8>
    ) {
        guard !isPastPseudoHeaders else {
            problem = "a pseudo-header after a header"
            return
        }
        let isDuplicate: Bool
        if Self.isName(":method", field, bytes) {
            isDuplicate = hasMethod
            hasMethod = true
        } else if Self.isName(":scheme", field, bytes) {
            isDuplicate = hasScheme
            hasScheme = true
        } else if Self.isName(":path", field, bytes) {
            isDuplicate = hasPath
            hasPath = true
            if field.valueStart == field.end { problem = "an empty path" }
        } else if Self.isName(":authority", field, bytes) {
            isDuplicate = hasAuthority
            hasAuthority = true
        } else {
            problem = "an unknown pseudo-header"
            return
        }
        if isDuplicate { problem = "a duplicate pseudo-header" }
    }

    /// Checks that a name is a lowercase token (section 8.2.1).
    private mutating func checkName(_ field: HeaderList.Field, _ bytes: borrowing Span<UInt8>) {
        if field.nameStart == field.valueStart { problem = "a header without a name" }
        for index in field.nameStart..<field.valueStart {
            let byte = bytes[index]
            let isFine =
                byte > 0x20 && byte < 0x7F && !(0x41...0x5A).contains(byte)
                && byte != UInt8(ascii: ":")
            if !isFine {
                problem = "a name that is not a lowercase token"
                return
            }
        }
    }

    /// Checks that a value contains no NUL, CR or LF, and neither begins nor ends with white space
    /// (section 8.2.1).
    private mutating func checkValue(_ field: HeaderList.Field, _ bytes: borrowing Span<UInt8>) {
        guard field.valueStart < field.end else { return }
        var index = field.valueStart
        // The code examines eight bytes at a time. A byte below 0x10 is rare; only if there is one
        // does the code examine each byte.
        let words = bytes.bytes
        while index + 8 <= field.end {
            // This is safe, because any eight bytes are a valid number, and the field is within the
            // bytes.
            let word = words.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard Self.hasByteBelow16(word) else {
                index += 8
                continue
            }
            if !checkBytes(index..<index + 8, bytes) { return }
            index += 8
        }
        if !checkBytes(index..<field.end, bytes) { return }
        let first = bytes[field.valueStart]
        let last = bytes[field.end - 1]
        if first == 0x20 || first == 0x09 || last == 0x20 || last == 0x09 {
            problem = "a value with leading or trailing whitespace"
        }
    }

    /// Returns whether at least one of the eight bytes of a word is below 16.
    private static func hasByteBelow16(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        return (word &- 0x10 &* ones) & ~word & 0x80 &* ones != 0
    }

    /// Checks bytes of a value. Returns whether they are valid.
    private mutating func checkBytes(
        _ range: Range<Int>, _ bytes: borrowing Span<UInt8>
    ) -> Bool {
        for index in range {
            let byte = bytes[index]
            if byte == 0 || byte == 0x0A || byte == 0x0D {
                problem = "a value with a line break or NUL"
                return false
            }
        }
        return true
    }

    /// Rejects connection-specific headers (section 8.2.2), and stores the content length for later
    /// use.
    private mutating func checkMeaning(_ field: HeaderList.Field, _ bytes: borrowing Span<UInt8>) {
        switch field.valueStart - field.nameStart {
        case 2 where Self.isName("te", field, bytes):
            if !Self.equals("trailers", field.valueStart..<field.end, bytes) {
                problem = "te with a value other than trailers"
            }
        case 7 where Self.isName("upgrade", field, bytes),
            10 where Self.isName("connection", field, bytes),
            10 where Self.isName("keep-alive", field, bytes),
            16 where Self.isName("proxy-connection", field, bytes),
            17 where Self.isName("transfer-encoding", field, bytes):
            problem = "a connection-specific header"
        case 14 where Self.isName("content-length", field, bytes):
            let length = Self.number(field.valueStart..<field.end, bytes)
            if length == nil || contentLength.map({ $0 != length }) ?? false {
                problem = "an invalid content-length"
            }
            contentLength = length
        default: break
        }
    }

    private static func isName(
        _ name: StaticString, _ field: HeaderList.Field, _ bytes: borrowing Span<UInt8>
    ) -> Bool {
        equals(name, field.nameStart..<field.valueStart, bytes)
    }

    private static func equals(
        _ text: StaticString, _ range: Range<Int>, _ bytes: borrowing Span<UInt8>
    ) -> Bool {
        guard text.utf8CodeUnitCount == range.count else { return false }
        for index in 0..<range.count {
            // The index is in bounds, because the text has as many bytes as the range, and static
            // text is never deallocated.
            if text.utf8Start[index] != bytes[range.lowerBound + index] { return false }
        }
        return true
    }

    private static func number(_ range: Range<Int>, _ bytes: borrowing Span<UInt8>) -> Int? {
        guard !range.isEmpty, range.count <= 15 else { return nil }
        var number = 0
        for index in range {
            guard (0x30...0x39).contains(bytes[index]) else { return nil }
            number = number * 10 + Int(bytes[index] - 0x30)
        }
        return number
    }
}
