// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Checks whether the headers of a request, or its trailers, are well-formed (RFC 9113 sections 8.1
/// to 8.3). Malformed headers or trailers reset the stream with PROTOCOL_ERROR.
struct RequestHead {
    private(set) var contentLength: Int?
    /// A short description of the error; `nil` when there is none.
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

    /// Checks that a value has no NUL, CR or LF and no whitespace at its ends (section 8.2.1).
    private mutating func checkValue(_ field: HeaderList.Field, _ bytes: borrowing Span<UInt8>) {
        guard field.valueStart < field.end else { return }
        for index in field.valueStart..<field.end {
            let byte = bytes[index]
            if byte == 0 || byte == 0x0A || byte == 0x0D {
                problem = "a value with a line break or NUL"
                return
            }
        }
        let ends = [bytes[field.valueStart], bytes[field.end - 1]]
        if ends.contains(0x20) || ends.contains(0x09) {
            problem = "a value with leading or trailing whitespace"
        }
    }

    /// Rejects connection-specific headers (section 8.2.2) and stores the content length for later.
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
            // In bounds: the text has as many bytes as the range, and static text is never
            // deallocated.
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
