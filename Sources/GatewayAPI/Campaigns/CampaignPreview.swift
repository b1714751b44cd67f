// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a campaign would do: the response to `POST /v1/campaigns/preview`, which sends nothing.
public struct CampaignPreview: Hashable, Sendable, Codable {
    /// The number of installations that are due at one time.
    public struct Moment: Hashable, Sendable, Codable {
        public var at: Date
        public var installations: Int

        public init(at: Date, installations: Int) {
            self.at = at
            self.installations = installations
        }
    }

    /// A message, rendered for a recipient without values for variables.
    public struct Message: Hashable, Sendable, Codable {
        public var variant: String
        /// The share of the recipients, relative to the other variants.
        public var share: Int
        /// The payload as text; `nil` if a variable of the payload has no replacement.
        public var payload: String?

        public init(variant: String, share: Int, payload: String?) {
            self.variant = variant
            self.share = share
            self.payload = payload
        }
    }

    /// The bundle identifier of the app.
    public var app: String
    /// The filter of the recipients, as one line; `all` for all installations of the app; `nil` for
    /// a broadcast.
    public var audience: String?
    /// The channel to which one broadcast would be sent; `nil` for a campaign with an audience.
    public var channel: String?
    /// The number of installations in the audience; `nil` for a broadcast, because APNs does not
    /// say how many devices follow a channel.
    public var installations: Int?
    /// The number of these installations that would get a notification, before quiet hours and caps
    /// are applied; `nil` for a broadcast.
    public var reachable: Int?
    /// The reasons why the other installations would get no notification.
    public var reasons: [CampaignResource.Reason]
    /// The number of installations that would be due at each time. There is one entry, unless the
    /// campaign is sent at a local time. The numbers include the control group. For a broadcast,
    /// the list is empty, and the time is in the settings.
    public var moments: [Moment]
    public var messages: [Message]
    public var settings: CampaignSettings

    public init(
        app: String, audience: String?, installations: Int?, reachable: Int?,
        reasons: [CampaignResource.Reason], moments: [Moment], messages: [Message],
        settings: CampaignSettings, channel: String? = nil
    ) {
        self.channel = channel
        self.app = app
        self.audience = audience
        self.installations = installations
        self.reachable = reachable
        self.reasons = reasons
        self.moments = moments
        self.messages = messages
        self.settings = settings
    }
}
