// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotificationsShim

/// Attaches the image, video or sound that a payload names, and the images of its carousel, so that
/// they are available to the content extension (rule `NCE-9`).
///
/// Each file takes effect as soon as it has been attached, so a download that hangs does not affect
/// the files before it.
public struct MediaStep: ServiceStep {
    /// The identifier of the attachment for the payload's media URL.
    public static let attachmentIdentifier = "media"

    public let name = ServiceStepName.media
    public var timeLimit = ServiceTime.media
    private let downloader: any MediaDownloader

    public init(downloader: any MediaDownloader = WebMediaDownloader()) {
        self.downloader = downloader
    }

    /// - Throws: the first error that a file caused; the other files are attached nevertheless.
    public func run(on draft: NotificationDraft) async throws {
        let payload = draft.payload
        var failure: (any Error)?
        func attach(
            _ address: String, as identifier: String, _ kinds: Set<MediaType.Kind>
        ) async {
            do {
                guard let url = URL(string: address) else { throw MediaError.address(scheme: nil) }
                let media = try await downloader.download(url, kinds: kinds, byteCountMax: nil)
                try draft.attach(media.file, as: identifier)
                draft.keep()
            } catch { failure = failure ?? error }
        }
        if let address = payload.string(anyOf: draft.keys.media) {
            await attach(
                address, as: Self.attachmentIdentifier, Set(MediaType.Kind.allCases))
        }
        for (index, page) in CarouselPage.pages(of: payload, draft.keys).enumerated() {
            guard let image = page.image, !Task.isCancelled else { continue }
            await attach(image, as: CarouselPage.attachmentIdentifier(index), [.image])
        }
        if let failure { throw failure }
    }
}
