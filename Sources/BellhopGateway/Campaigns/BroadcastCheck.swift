// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel

/// Checks that a campaign can be one broadcast to a channel.
enum BroadcastCheck {
    /// Returns the channel of a request; `nil` for a campaign with an audience.
    ///
    /// - Parameters:
    ///   - options: the options of the query, which may name the environment.
    ///   - hasAudience: whether the query names an audience.
    /// - Throws: `Problem` if the request contains something that only a campaign with an audience
    ///   can have, or names no environment.
    static func target(
        _ form: CampaignForm, _ options: MessageOptions, hasAudience: Bool
    ) throws -> BroadcastTarget? {
        guard let channel = form.channel else {
            guard form.environment == nil else {
                throw Problem(
                    .badValue,
                    "\"environment\" is only for broadcasts, because installations have their own; "
                        + "leave it out, or add \"channel\"", keyPath: "environment")
            }
            return nil
        }
        if hasAudience { throw Problem.uselessForBroadcast("audience") }
        try form.checkBroadcast()
        guard let environment = form.environment ?? options.environment else {
            throw Problem(
                .environmentNeeded,
                "a channel belongs to one environment; add \"environment\": \"sandbox\" or "
                    + "\"production\"", keyPath: "environment")
        }
        return try BroadcastTarget(channel: channel, environment: environment)
    }

    /// Checks the message of a broadcast and its options, before it is composed. Does nothing for a
    /// campaign with an audience.
    ///
    /// - Throws: `Problem` that names what a broadcast cannot have, or if the app has no credential
    ///   for APNs; a credential for FCM or Web Push does not suffice.
    static func check(
        _ request: CampaignRequest, _ options: MessageOptions, _ app: StoredApp
    ) throws(Problem) {
        guard request.broadcast != nil else { return }
        guard app.credential != nil else { throw Problem.noCredential(app.bundleID) }
        // The time may have been changed since the request was read.
        try request.form.checkBroadcast()
        let useless = [
            ("template", request.template != nil), ("activity", options.activity != nil),
            ("attributes_type", options.attributesType != nil),
            ("collapse_id", options.collapseID != nil), ("topic", options.topic != nil),
            ("fcm", options.fcm != nil), ("web_push", options.webPush != nil),
        ]
        if let (key, _) = useless.first(where: \.1) { throw Problem.uselessForBroadcast(key) }
        let fields = request.contents.first?.payload.aps?.liveActivity
        guard let event = fields?.event, event != .start else {
            throw Problem(
                fields?.event == nil ? .valueMissing : .badValue,
                "a broadcast updates or ends Live Activities; send \"aps\" with \"event\": "
                    + "\"update\" or \"end\", \"timestamp\" and \"content-state\"",
                keyPath: "aps.event")
        }
        guard options.pushType ?? .liveactivity == .liveactivity else {
            throw Problem(
                .badValue, "a broadcast is a liveactivity push; leave out \"push_type\"",
                keyPath: "push_type")
        }
    }

    /// Checks that a message is the same for everybody.
    ///
    /// - Throws: `Problem` if it has variables, whose values depend on the recipient.
    static func checkVariables(_ names: [String]) throws(Problem) {
        guard let name = names.first else { return }
        throw Problem(
            .badValue,
            "the message has the variable \"\(name)\", but a broadcast is the same for everybody; "
                + "write the value in place of the variable", keyPath: "message")
    }
}

extension CampaignForm {
    /// Adds the channel that the query names.
    mutating func take(_ channel: ChannelID) throws(Problem) {
        guard self.channel == nil else {
            throw Problem(
                .badValue, "the channel is in the query and in the body; keep only one of them",
                keyPath: "channel")
        }
        self.channel = channel
    }
}
