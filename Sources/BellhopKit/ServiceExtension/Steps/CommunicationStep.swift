// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import UserNotificationsShim

/// Makes a message a communication notification: the system shows its sender, and lets it through a
/// Focus that allows that person.
///
/// The step donates the intent and waits for the donation. As the last change, the content is then
/// updated from the intent ("Implementing communication notifications"). In an app without the
/// capability, the content is shown unchanged (rule `INT-7`).
public struct CommunicationStep: ServiceStep {
    /// The maximum size of an avatar in bytes: it is held in memory, of which an extension has
    /// about 24 MB.
    public static let avatarByteCountMax = 1 << 20

    public let name = ServiceStepName.communication
    public var timeLimit = ServiceTime.communication
    private let downloader: any MediaDownloader
    private let donate: @Sendable (INInteraction) async throws -> Void

    public init(downloader: any MediaDownloader = WebMediaDownloader()) {
        self.init(downloader: downloader) { try await $0.donate() }
    }

    init(
        downloader: any MediaDownloader,
        donate: @escaping @Sendable (INInteraction) async throws -> Void
    ) {
        self.downloader = downloader
        self.donate = donate
    }

    public func run(on draft: NotificationDraft) async throws {
        guard let conversation = PushConversation(draft.payload, keys: draft.keys) else { return }
        let avatars = await avatars(of: conversation, draft.context.time)
        let message = CommunicationIntent(conversation, text: draft.content.body, avatars: avatars)
        // If the system refuses the donation, Siri does not suggest the conversation, but the
        // notification still shows the sender's name.
        var refusal: (any Error)?
        do { try await donate(message.interaction()) } catch { refusal = error }
        draft.update(from: message.intent())
        draft.keep()
        if let refusal { throw refusal }
    }

    /// Returns the images that arrive in time; without them, the system shows initials.
    private func avatars(
        of conversation: PushConversation, _ time: TimeSource
    ) async -> CommunicationIntent.Avatars {
        async let sender = avatar(conversation.sender.avatar, time)
        async let group = avatar(conversation.group?.avatar, time)
        return await CommunicationIntent.Avatars(sender: sender, group: group)
    }

    private func avatar(_ address: String?, _ time: TimeSource) async -> Data? {
        guard let url = address.flatMap(URL.init(string:)) else { return nil }
        let download = Task { [downloader] in
            let media = try await downloader.download(
                url, kinds: [.image], byteCountMax: Self.avatarByteCountMax)
            defer { try? FileManager.default.removeItem(at: media.file) }
            return try Data(contentsOf: media.file)
        }
        let outcome = await TimeLimit.wait(ServiceTime.avatars, time, for: download)
        if case .ended(.success(let picture)) = outcome { return picture }
        return nil
    }
}
