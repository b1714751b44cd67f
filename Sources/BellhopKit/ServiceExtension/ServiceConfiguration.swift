// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What an app's service extension does, see ``RichNotificationService``.
public struct ServiceConfiguration: Sendable {
    /// The App Group that app and extension share; without one they share no keys and no badge.
    public var appGroup: String?
    /// Where the app's server writes what the kit reads.
    public var keys: PayloadKeys
    /// What happens, in this order: opening, translating, media, communication, badge, receipt, as
    /// far as they were asked for. An app's own steps may stand between them, also instead of one.
    public var steps: [any ServiceStep]
    /// Is told of steps that did not do their work, on any thread. The notification does not wait
    /// for it.
    public var report: (@Sendable (ServiceStepFailure) -> Void)?

    /// - Parameters:
    ///   - decrypt: opens sealed messages; without it they keep the neutral text they came with.
    ///   - downloader: fetches pictures, films and sounds.
    ///   - badge: counts the badge in the extension; without it only the payload sets one.
    ///   - receipt: hears of each message that the extension had in hands.
    public init(
        appGroup: String? = nil, keys: PayloadKeys = PayloadKeys(), decrypt: DecryptStep? = nil,
        downloader: any MediaDownloader = WebMediaDownloader(), badge: BadgeStep? = nil,
        receipt: (@Sendable (PushMessage) async -> Void)? = nil
    ) {
        self.appGroup = appGroup
        self.keys = keys
        let all: [(any ServiceStep)?] = [
            decrypt, LocalizeStep(), MediaStep(downloader: downloader),
            CommunicationStep(downloader: downloader), badge,
            receipt.map { ReceiptStep(deliver: $0) },
        ]
        steps = all.compactMap(\.self)
    }
}
