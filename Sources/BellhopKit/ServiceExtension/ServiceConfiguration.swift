// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The configuration of an app's service extension; see ``RichNotificationService``.
public struct ServiceConfiguration: Sendable {
    /// The App Group that the app and the extension share; without a group, the two share no keys
    /// and no badge.
    public var appGroup: String?
    /// The payload keys that the kit reads.
    public var keys: PayloadKeys
    /// The steps in order: decryption, localization, media, communication, badge, receipt, as far
    /// as they are configured. An app may insert its own steps or replace one.
    public var steps: [any ServiceStep]
    /// Called for steps that failed, on any thread. The notification does not wait for this call.
    public var report: (@Sendable (ServiceStepFailure) -> Void)?

    /// - Parameters:
    ///   - decrypt: opens sealed messages; without this step, they keep the neutral text with which
    ///     they arrived.
    ///   - downloader: fetches images, videos and sounds.
    ///   - badge: counts the badge in the extension; without this step, only the payload can set
    ///     the badge.
    ///   - receipt: called for each message that the extension processed.
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
