// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core

/// Writes the header blocks of requests.
///
/// The authority, `authorization`, topic, push type and priority rarely change. These fields are
/// therefore in the server's dynamic table, and this type stores their part of a block as bytes.
/// The path, expiration, collapse identifier, `apns-id` and length are written as literals in each
/// block. For the path, Apple requires literals ("Sending notification requests to APNs").
struct RequestHeaderWriter: Sendable {
    private struct Key: Hashable {
        var topic: String
        var pushType: PushType
        var priority: PushPriority?
    }

    /// The fields that many requests share.
    private struct Template {
        var key: Key
        var generation: UInt64
        /// The encoded fields that precede the path (`head`), and the encoded fields that follow it
        /// (`tail`).
        var head: [UInt8]
        var tail: [UInt8]
        /// The size of the template's fields in the header list.
        var listSize: Int
        /// The indexes, in the table, of the names of the fields whose values change from request
        /// to request.
        var expirationIndex: Int?
        var collapseIDIndex: Int?
        var idIndex: Int?
        /// The encoder's generation for which the indexes above are valid.
        var indexGeneration: UInt64 = 0
    }

    /// The maximum number of stored templates, not counting the current one.
    private static let templateCountMax = 256
    private static let pathNameIndex = 4
    private static let contentLengthNameIndex = 28
    /// The overhead of each field in a header list's size (RFC 9113 section 10.5.1).
    private static let fieldOverhead = 32

    private var encoder = HeaderEncoder()
    private let authority: String
    private var authorization: String?
    /// The current template; the initial value matches no request.
    private var current = Template(
        key: Key(topic: "", pushType: .alert, priority: nil), generation: .max, head: [], tail: [],
        listSize: 0)
    private var others: [Key: Template] = [:]

    init(authority: String) { self.authority = authority }

    /// Sets the value of `authorization` for the requests that follow; `nil` omits the field.
    mutating func setAuthorization(_ value: String?) {
        guard value != authorization else { return }
        if authorization != nil { encoder.empty() }
        authorization = value
        // The encoder's generation alone is not sufficient, because it does not change when the
        // table has no rows.
        current.generation = .max
        others = [:]
    }

    /// Empties the dynamic table. Called when a block that was written will not be sent.
    mutating func forget() {
        encoder.empty()
        others = [:]
    }

    /// Sets the server's HEADER_TABLE_SIZE.
    mutating func setTableSizeMax(_ size: Int) { encoder.setTableSizeMax(size) }

    /// Appends the block of a request.
    ///
    /// - Returns: The size of the request's header list.
    mutating func append(_ request: EngineRequest, to block: inout [UInt8]) -> Int {
        switch request {
        case .push(let push): append(push, to: &block)
        case .call(let call): append(call, to: &block)
        case .absent: 0
        }
    }

    /// Appends the block of a notification. Returns the size of the block's header list.
    mutating func append(_ push: PushRequest, to output: inout [UInt8]) -> Int {
        encoder.beginBlock(&output)
        let isCurrent = current.generation == encoder.generation || Bug.is(.staleBlockUsed)
        if !isCurrent || current.key.priority != push.priority
            || current.key.pushType != push.pushType || current.key.topic != push.topic.text
        {
            prepare(Key(topic: push.topic.text, pushType: push.pushType, priority: push.priority))
        }
        var listSize = current.listSize
        output += current.head
        let path = push.pathByteCount
        HeaderEncoder.appendLiteral(
            nameIndex: Self.pathNameIndex, valueByteCount: path, to: &output)
        push.appendPath(to: &output)
        listSize += 5 + path + Self.fieldOverhead
        output += current.tail
        if let expiration = push.expiration {
            listSize += append(
                APNSHeader.expiration,
                index(current.expirationIndex, APNSHeader.expiration),
                String(expiration.epochSeconds), to: &output)
        }
        if let collapseID = push.collapseID {
            listSize += append(
                APNSHeader.collapseID,
                index(current.collapseIDIndex, APNSHeader.collapseID),
                collapseID.text, to: &output)
        }
        if let id = push.id {
            listSize += append(
                id, index(current.idIndex, APNSHeader.id), to: &output)
        }
        return listSize + appendLength(push.body.count, to: &output)
    }

    /// Appends the block of any other request. Returns the size of the block's header list.
    mutating func append(_ call: EngineCall, to output: inout [UInt8]) -> Int {
        encoder.beginBlock(&output)
        var listSize = append(":method", nil, call.method, to: &output)
        listSize += append(":scheme", nil, "https", to: &output)
        listSize += remember(":authority", authority, &output)
        listSize += append(":path", Self.pathNameIndex, call.path, to: &output)
        if let authorization {
            listSize += remember(APNSHeader.authorization, authorization, &output)
        }
        for field in call.fields {
            encoder.append(name: field.name, value: field.value, .literal, to: &output)
            listSize += field.name.utf8.count + field.value.utf8.count + Self.fieldOverhead
        }
        return call.body.isEmpty
            ? listSize : listSize + appendLength(call.body.count, to: &output)
    }

    /// Sets `current` to the template for a key, valid for the encoder's current generation.
    private mutating func prepare(_ key: Key) {
        if others.count < Self.templateCountMax, current.generation == encoder.generation {
            others[current.key] = current
        }
        if let other = others[key], other.generation == encoder.generation {
            current = other
            return
        }
        current = template(key)
    }

    /// Writes a template. If writing adds rows to the table, the template's bytes can be sent only
    /// once; the encoder's generation then changes, so that the template is not used again.
    private mutating func template(_ key: Key) -> Template {
        let generation = encoder.generation
        var template = Template(
            key: key, generation: generation, head: [], tail: [], listSize: 0)
        template.listSize += remember(":method", "POST", &template.head)
        template.listSize += remember(":scheme", "https", &template.head)
        template.listSize += remember(":authority", authority, &template.head)
        if let authorization {
            template.listSize += remember(
                APNSHeader.authorization, authorization, &template.tail)
        }
        template.listSize += remember(APNSHeader.topic, key.topic, &template.tail)
        template.listSize += remember(
            APNSHeader.pushType, key.pushType.rawValue, &template.tail)
        if let priority = key.priority {
            template.listSize += remember(
                APNSHeader.priority, String(priority.rawValue), &template.tail)
        }
        template.expirationIndex = encoder.index(ofName: APNSHeader.expiration)
        template.collapseIDIndex = encoder.index(ofName: APNSHeader.collapseID)
        template.idIndex = encoder.index(ofName: APNSHeader.id)
        template.indexGeneration = encoder.generation
        return template
    }

    /// Returns the index of a field name. The name is looked up again if a row was added after the
    /// template was written, for instance by an earlier field of the same request.
    private func index(_ known: Int?, _ name: String) -> Int? {
        current.indexGeneration == encoder.generation ? known : encoder.index(ofName: name)
    }

    private mutating func remember(
        _ name: String, _ value: String, _ bytes: inout [UInt8]
    ) -> Int {
        encoder.append(name: name, value: value, .remembered, to: &bytes)
        return name.utf8.count + value.utf8.count + Self.fieldOverhead
    }

    /// Appends a field whose value changes from request to request.
    private mutating func append(
        _ name: String, _ index: Int?, _ value: String, to output: inout [UInt8]
    ) -> Int {
        if let index {
            HeaderEncoder.appendLiteral(
                nameIndex: index, valueByteCount: value.utf8.count, to: &output)
            output += value.utf8
        } else {
            encoder.append(name: name, value: value, .nameRemembered, to: &output)
        }
        return name.utf8.count + value.utf8.count + Self.fieldOverhead
    }

    /// Appends an `apns-id` without creating a string.
    private mutating func append(_ id: APNSID, _ index: Int?, to output: inout [UInt8]) -> Int {
        guard let index else { return append(APNSHeader.id, nil, id.text, to: &output) }
        HeaderEncoder.appendLiteral(
            nameIndex: index, valueByteCount: APNSID.byteCount, to: &output)
        id.append(to: &output)
        return APNSHeader.id.utf8.count + APNSID.byteCount + Self.fieldOverhead
    }

    private func appendLength(_ count: Int, to output: inout [UInt8]) -> Int {
        let digits = Decimal(count)
        HeaderEncoder.appendLiteral(
            nameIndex: Self.contentLengthNameIndex, valueByteCount: digits.count, to: &output)
        digits.append(to: &output)
        return 14 + digits.count + Self.fieldOverhead
    }
}

/// The decimal digits of a nonnegative number, produced without creating a string.
private struct Decimal {
    private let number: Int
    let count: Int

    init(_ number: Int) {
        self.number = number
        var count = 1
        var rest = number / 10
        while rest > 0 {
            count += 1
            rest /= 10
        }
        self.count = count
    }

    func append(to bytes: inout [UInt8]) {
        var unit = 1
        for _ in 1..<count { unit *= 10 }
        while unit > 0 {
            bytes.append(UInt8(truncatingIfNeeded: 0x30 + number / unit % 10))
            unit /= 10
        }
    }
}
