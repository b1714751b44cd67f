// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel

/// Checks that campaigns can send a message, and finds the tokens to which it goes.
enum CampaignMessageCheck {
    /// Returns the tokens of Live Activities to which a message goes; `nil` for the app's own
    /// tokens.
    ///
    /// An installation has one token for an activity with a given identifier, and one token that
    /// starts activities of a given type. Without the identifier or the type, one installation
    /// might get several notifications of a campaign.
    static func target(_ message: NewMessage) throws(Problem) -> CampaignTarget? {
        let tokens = message.tokens
        switch tokens.families {
        case [.app]: return nil
        case [.liveActivity]:
            guard let activity = tokens.activity else {
                throw Problem(
                    .valueMissing,
                    "a campaign changes one Live Activity; name it with ?activity=IDENTIFIER",
                    keyPath: "activity")
            }
            return CampaignTarget(
                family: .liveActivity, activity: activity, attributesType: tokens.attributesType)
        case [.liveActivityStart]:
            guard let type = tokens.attributesType else {
                throw Problem(
                    .valueMissing,
                    "a campaign starts Live Activities of one type; send \"attributes-type\" in "
                        + "\"aps\"", keyPath: "aps.attributes-type")
            }
            return CampaignTarget(
                family: .liveActivityStart, activity: nil, attributesType: type)
        default:
            throw Problem(
                .badValue,
                "campaigns go to the app's own tokens and to Live Activities, which do not accept "
                    + "\(message.pushType.rawValue) pushes; send messages to users instead",
                keyPath: "push_type")
        }
    }

    /// Returns the limit for a message of this kind, which replaces the limit of its class; `nil`
    /// if the kind has no limit of its own.
    ///
    /// - Parameter event: what the message does to a Live Activity.
    static func limit(_ message: NewMessage, _ event: LiveActivityEvent?) -> CapRule? {
        if message.pushType == .background { return .silent }
        guard message.pushType == .liveactivity, event == .update,
            message.priority == .immediate
        else { return nil }
        return .liveActivity(message.tokens.activity ?? "")
    }
}
