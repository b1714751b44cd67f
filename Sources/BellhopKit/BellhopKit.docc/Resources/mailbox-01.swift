import BellhopKit
public import Observation

/// The received letters, for the views.
@MainActor
@Observable
public final class Mailbox {
    public struct Letter: Identifiable, Hashable, Sendable {
        public let id: String
        public let text: String
    }

    public private(set) var received: [Letter] = []
    /// The letter that the person tapped.
    public private(set) var opened: String?
    /// The letters that were answered, and how.
    public private(set) var thanks: [String: String] = [:]

    public init() {}

    /// Opens the destination of a notification.
    public func open(_ route: Route) {
        switch route {
        case .letter(let id): opened = id
        }
    }

    func receive(_ message: PushMessage) {
        guard let id = message.payload.string("letter") else { return }
        received.append(Letter(id: id, text: message.payload.string("text") ?? ""))
    }

    func thank(for message: PushMessage, _ text: String?) {
        guard let id = message.payload.string("letter") else { return }
        thanks[id] = text ?? ""
    }
}
