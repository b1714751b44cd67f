// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Functions that write parts of JSON as bytes. Each function either writes its part completely or
// throws because there is not enough room.
//
// The members of an object are written with a comma after each; `closeObject` replaces the last
// comma with the closing brace. Thus, the code that writes a member does not depend on whether the
// member is the first.
extension OutputSpan<UInt8> {
    /// Writes bytes as they are.
    @inline(__always)
    mutating func put(_ text: StaticString) throws(JSONWriter.NoRoom) {
        let fits = text.withUTF8Buffer { utf8 in copy(UnsafeRawBufferPointer(utf8)) }
        guard fits else { throw JSONWriter.NoRoom() }
    }

    /// Writes text without escapes and without quotation marks, for instance a number.
    @inline(__always)
    mutating func put(plain text: String) throws(JSONWriter.NoRoom) {
        let fits =
            text.utf8.withContiguousStorageIfAvailable { copy(UnsafeRawBufferPointer($0)) }
            ?? Array(text.utf8).withUnsafeBytes { copy($0) }
        guard fits else { throw JSONWriter.NoRoom() }
    }

    @inline(__always)
    private mutating func copy(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard freeCapacity >= bytes.count else { return false }
        withUnsafeMutableBufferPointer { buffer, count in
            UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                .copyMemory(from: bytes)
            count += bytes.count
        }
        return true
    }

    /// Writes text in quotation marks, with escapes where JSON requires them.
    mutating func put(quoted text: String) throws(JSONWriter.NoRoom) {
        let fits =
            text.utf8.withContiguousStorageIfAvailable { quote(UnsafeRawBufferPointer($0)) }
            ?? Array(text.utf8).withUnsafeBytes { quote($0) }
        guard fits else { throw JSONWriter.NoRoom() }
    }

    @inline(__always)
    private mutating func quote(_ utf8: UnsafeRawBufferPointer) -> Bool {
        withUnsafeMutableBufferPointer { buffer, count in
            JSONText.write(utf8, to: UnsafeMutableRawBufferPointer(buffer), at: &count)
        }
    }

    /// Writes a whole number.
    mutating func put(_ number: Int) throws(JSONWriter.NoRoom) {
        // The longest whole number has nineteen digits and a sign.
        guard freeCapacity >= 20 else { throw JSONWriter.NoRoom() }
        if number < 0 { append(UInt8(ascii: "-")) }
        let magnitude = number.magnitude
        var digitCount = 1
        var bound: UInt = 10
        while magnitude >= bound {
            digitCount += 1
            let (next, isTooLarge) = bound.multipliedReportingOverflow(by: 10)
            if isTooLarge { break }
            bound = next
        }
        append(repeating: 0, count: digitCount)
        var rest = magnitude
        var index = count
        repeat {
            index -= 1
            self[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
    }

    /// Writes a number, formatted as ``JSONNumber`` formats it.
    mutating func put(_ number: Double) throws(JSONWriter.NoRoom) {
        try put(plain: JSONNumber(number).text)
    }

    /// Writes any value in compact form.
    mutating func put(json value: JSONValue) throws(JSONWriter.NoRoom) {
        var writer = JSONWriter()
        try writer.write(value, to: &self)
    }
}

// MARK: Members of objects

extension OutputSpan<UInt8> {
    mutating func openObject() throws(JSONWriter.NoRoom) { try put("{") }

    mutating func closeObject() throws(JSONWriter.NoRoom) {
        if count > 0, self[count - 1] == UInt8(ascii: ",") {
            self[count - 1] = UInt8(ascii: "}")
        } else {
            try put("}")
        }
    }

    /// Writes a member with one of Apple's keys, which need no escapes.
    @inline(__always)
    mutating func key(_ key: StaticString) throws(JSONWriter.NoRoom) { try put(key) }

    @inline(__always)
    mutating func member(_ key: StaticString, _ text: String?) throws(JSONWriter.NoRoom) {
        guard let text else { return }
        try self.key(key)
        try put(quoted: text)
        try put(",")
    }

    @inline(__always)
    mutating func member(_ key: StaticString, _ number: Int?) throws(JSONWriter.NoRoom) {
        guard let number else { return }
        try self.key(key)
        try put(number)
        try put(",")
    }

    @inline(__always)
    mutating func member(_ key: StaticString, _ number: Double?) throws(JSONWriter.NoRoom) {
        guard let number else { return }
        try self.key(key)
        try put(number)
        try put(",")
    }

    /// Writes a member with a Boolean value, as the number 1 or 0.
    @inline(__always)
    mutating func member(_ key: StaticString, flag: Bool?) throws(JSONWriter.NoRoom) {
        guard let flag else { return }
        try self.key(key)
        try put(flag ? "1," : "0,")
    }

    mutating func member(_ key: StaticString, _ texts: [String]?) throws(JSONWriter.NoRoom) {
        guard let texts else { return }
        try self.key(key)
        try put("[")
        for index in texts.indices {
            if index > 0 { try put(",") }
            try put(quoted: texts[index])
        }
        try put("],")
    }

    mutating func member(_ key: StaticString, _ object: JSONObject?) throws(JSONWriter.NoRoom) {
        guard let object else { return }
        try self.key(key)
        try put(json: .object(object))
        try put(",")
    }

    /// Writes the members of an object unchanged. Unlike Apple's keys, the keys of these members
    /// may need escapes.
    mutating func members(of object: JSONObject) throws(JSONWriter.NoRoom) {
        for index in object.members.indices {
            try put(quoted: object.members[index].key)
            try put(":")
            try put(json: object.members[index].value)
            try put(",")
        }
    }
}
