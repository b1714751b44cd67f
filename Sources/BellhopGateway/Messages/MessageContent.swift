// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

/// The content of a message: a payload, and the options that were sent with it.
public struct MessageContent: Hashable, Sendable {
    public let payload: Payload
    /// The bytes of the payload that are sent.
    public let body: [UInt8]
    public internal(set) var options: MessageOptions
    /// The template of a campaign's content; `nil` for content with one payload.
    var template: BoundTemplate?
    /// Whether the gateway keeps the badge count of each installation and sends it.
    public private(set) var countsBadge = false

    /// Creates content from a plain text, which becomes the alert.
    public init(text: String) throws(Problem) {
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw Problem(.emptyMessage, "the text is empty; send at least one character")
        }
        self.init(payload: Payload(aps: APS(alert: .text(text))), options: MessageOptions())
    }

    /// Creates content from the short form.
    public init(form: MessageForm) {
        self.init(payload: form.payload, options: form.options)
        countsBadge = form.countsBadge
    }

    private init(payload: Payload, options: MessageOptions) {
        self.payload = payload
        body = payload.encoded
        self.options = options
    }

    /// Reads a full payload, as Apple's documentation shows it. The payload is sent byte for byte,
    /// except that `Simulator Target Bundle` is removed and its value becomes the app.
    public init(payloadBytes bytes: [UInt8]) throws(Problem) {
        do {
            let file = try APNSFile(reading: bytes, takesFrontMatter: false)
            payload = file.payload
            body = file.body
            var options = MessageOptions()
            options.app = file.targetBundleID
            self.options = options
        } catch .syntax(let error) {
            throw Problem(error)
        } catch {
            throw Problem(.badValue, "\(error)")
        }
    }

    /// Returns the content with another payload, and the same options.
    func with(payloadBytes bytes: [UInt8]) throws(Problem) -> MessageContent {
        var content = try MessageContent(payloadBytes: bytes)
        content.options = options
        content.countsBadge = countsBadge
        return content
    }

    /// Reads the body of a request.
    ///
    /// `curl -d` sends the type `application/x-www-form-urlencoded`, although its body is not a
    /// form. Such a body is read as JSON if it begins with `{`, otherwise as plain text.
    ///
    /// - Parameter contentType: the header's value; `nil` is handled like curl's type.
    public init(contentType: String?, body: [UInt8]) throws(Problem) {
        switch try Self.kind(contentType, body) {
        case .text: try self.init(text: try Self.utf8(body))
        case .json: try self.init(json: body)
        }
    }

    private enum Kind { case text, json }

    private static func kind(_ contentType: String?, _ body: [UInt8]) throws(Problem) -> Kind {
        let mediaType = (contentType ?? "").prefix { $0 != ";" }.lowercased().filter {
            !$0.isWhitespace
        }
        switch mediaType {
        case "text/plain": return .text
        case "application/json": return .json
        case "", "application/x-www-form-urlencoded":
            let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            return first == UInt8(ascii: "{") ? .json : .text
        default:
            guard mediaType.hasPrefix("application/"), mediaType.hasSuffix("+json") else {
                throw Problem(
                    .contentTypeNotSupported,
                    "this content type is not supported; send the message as text/plain or "
                        + "application/json")
            }
            return .json
        }
    }

    private static func utf8(_ body: [UInt8]) throws(Problem) -> String {
        guard let text = String(validating: body, as: UTF8.self) else {
            throw Problem(.badValue, "the text is not UTF-8; save or send it as UTF-8")
        }
        return text
    }

    private init(json bytes: [UInt8]) throws(Problem) {
        let node: JSONNode
        do {
            node = try JSONReader.read(
                bytes,
                limits: .init(
                    depthMax: GatewayLimits.jsonDepthMax,
                    byteCountMax: GatewayLimits.bodyByteCountMax))
        } catch {
            throw Problem(error)
        }
        if let aps = node["aps"] {
            guard aps.members != nil else {
                throw Problem(
                    .badValue,
                    "the value of \"aps\" is \(aps.value.typeName); send an object such as "
                        + "{\"alert\":\"Hello\"}",
                    keyPath: "aps")
            }
            try self.init(payloadBytes: bytes)
        } else {
            self.init(form: try MessageForm(node, source: bytes))
        }
    }
}
