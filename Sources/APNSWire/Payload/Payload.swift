// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The body of a notification: Apple's keys inside `aps`, and the app's own keys on the same level
/// as `aps`.
///
/// Reading and writing is lossless: keys without a property here, and values that do not have the
/// documented type, are stored in ``custom`` or ``APS/other`` and written again. Source:
/// "Generating a remote notification".
public struct Payload: Hashable, Sendable {
    /// Apple's dictionary; `nil` when the key is absent, as in MDM and file provider pushes.
    public var aps: APS? {
        get { hasAPS ? fields : nil }
        set {
            hasAPS = newValue != nil
            if let newValue { fields = newValue } else { fields = APS() }
        }
    }
    private(set) var hasAPS: Bool
    /// The value of ``aps``; empty when the key is absent. ``hasAPS`` states separately whether the
    /// key is present, so that writing a payload needs no copy.
    private(set) var fields: APS

    /// The members other than `aps`, in order. An `aps` that is not an object is stored here, too.
    public var custom: JSONObject
}

// The initializers are in an extension, so that the struct keeps its memberwise initializer, which
// copies nothing.
extension Payload {
    public init(aps: APS? = nil, custom: JSONObject = JSONObject()) {
        if let aps {
            self.init(hasAPS: true, fields: aps, custom: custom)
        } else {
            self.init(hasAPS: false, fields: APS(), custom: custom)
        }
    }

    /// Makes a payload from an object.
    public init(_ object: JSONObject) {
        self.init(custom: object)
        guard let fields = object["aps"]?.objectValue else { return }
        aps = APS(fields)
        custom["aps"] = nil
    }

    /// Reads the bytes of a body.
    ///
    /// - Parameter start: the offset at which the JSON starts.
    /// - Throws: ``PayloadError`` when the bytes are not JSON or not a JSON object.
    public init(reading bytes: some Sequence<UInt8>, from start: Int = 0) throws(PayloadError) {
        let node: JSONNode
        do { node = try JSONReader.read(bytes, from: start) } catch { throw .syntax(error) }
        guard case .object(let object) = node.value else {
            throw .notAnObject(node.value.typeName)
        }
        self.init(object)
    }

    /// The complete payload as one object, `aps` first.
    public var object: JSONObject {
        var object = JSONObject()
        if let aps { object.append("aps", .object(aps.object)) }
        for member in custom.members { object.append(member.key, member.value) }
        return object
    }

    /// The bytes that are sent to APNs.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }
}

/// The reason why bytes are not a payload.
public enum PayloadError: Error, Hashable, Sendable, CustomStringConvertible {
    case syntax(JSONSyntaxError)
    /// The bytes are JSON, but not an object. The associated value describes the type as a phrase
    /// such as "an array".
    case notAnObject(String)

    public var description: String {
        switch self {
        case .syntax(let error): error.description
        case .notAnObject(let type):
            "line 1, column 1: a payload is a JSON object, but this is \(type); write "
                + "{\"aps\":{\"alert\":\"Hello\"}}"
        }
    }
}
