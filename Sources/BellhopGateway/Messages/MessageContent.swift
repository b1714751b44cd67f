// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

/// What a poster sent, understood: a payload, and what was said beside it.
public struct MessageContent: Hashable, Sendable {
    public let payload: Payload
    /// The payload as it will be sent.
    public let body: [UInt8]
    public let options: MessageOptions

    /// A plain text, which becomes the alert.
    public init(text: String) throws(Problem) {
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw Problem(.emptyMessage, "the text is empty; send at least one character")
        }
        self.init(payload: Payload(aps: APS(alert: .text(text))), options: MessageOptions())
    }

    /// The small form.
    public init(form: MessageForm) {
        self.init(payload: form.payload, options: form.options)
    }

    private init(payload: Payload, options: MessageOptions) {
        self.payload = payload
        body = payload.encoded
        self.options = options
    }

    /// A full payload as Apple's documentation shows it. It is sent byte for byte; only the key
    /// that tells the Simulator its app is taken out and understood as the app.
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

    /// Reads the body of a request.
    ///
    /// What `curl -d` sends says `application/x-www-form-urlencoded` and is none: it is taken as
    /// text as it is, or as JSON when it begins with `{`.
    ///
    /// - Parameter contentType: the header's value; `nil` counts as curl's.
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
                    .contentTypeNotSupported, "send the message as text/plain or application/json")
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
        if node["aps"] != nil {
            try self.init(payloadBytes: bytes)
        } else {
            self.init(form: try MessageForm(node, source: bytes))
        }
    }
}
