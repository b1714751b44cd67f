public import BellhopKit

/// The destination of a notification.
public enum Route: PushRoute {
    case letter(id: String)

    public init?(_ message: PushMessage) {
        guard let id = message.payload.string("letter") else { return nil }
        self = .letter(id: id)
    }
}
