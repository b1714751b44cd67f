// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Checks of the topic. Source: "Sending notification requests to APNs".
extension AcceptanceCheck {
    /// `MissingTopic`: connections with provider tokens always require a topic; connections with a
    /// certificate require a topic only if the certificate lists several topics.
    static let missingTopic = AcceptanceCheck("topic given", .topic) { request, _ in
        request.topic == nil ? Refusal(.missingTopic) : nil
    }

    /// `BadTopic`: the topic must have the form of a bundle identifier, and its suffix must fit the
    /// push type.
    static let badTopic = AcceptanceCheck("topic form", .topic) { request, service in
        guard let topic = request.topic else { return nil }
        guard Topic.isPlausible(topic.text) else { return Refusal(.badTopic) }
        let type = request.pushType
        let isAppItself =
            type.traits.topicSuffix.isEmpty && service.registry.apps[topic.text] != nil
        guard service.options.refusesTopicOfOtherType, !isAppItself, !topic.fits(type) else {
            return nil
        }
        let suffix = type.traits.topicSuffix
        return Refusal(
            .badTopic,
            because: suffix.isEmpty
                ? "the topic of \(type.rawValue) pushes is the bundle identifier without a suffix"
                : "the topic of \(type.rawValue) pushes is the bundle identifier followed by "
                    + "\(suffix)")
    }

    /// `TopicDisallowed`: with a provider token, the app must belong to the key's team, the key
    /// must cover the app, and the push type must permit provider tokens; with a certificate, the
    /// certificate must list the topic, and the push type must permit certificates.
    static let topicAllowed = AcceptanceCheck("topic allowed", .topic) { request, service in
        if request.certificate != nil { return certificateRefusal(request) }
        guard let key = request.token?.key,
            let bundleID = request.bundleID(apps: service.registry.apps)
        else { return nil }
        guard request.pushType.traits.authentication.contains(.providerToken) else {
            return Refusal(
                .topicDisallowed,
                because: "\(request.pushType.rawValue) pushes require a client certificate")
        }
        guard let owner = service.registry.apps[bundleID] else {
            return Refusal(
                .topicDisallowed,
                because:
                    "the simulator does not know the app \(bundleID.prefix(255)); register the app "
                    + "or check apns-topic")
        }
        guard owner == key.teamID else {
            return Refusal(
                .topicDisallowed,
                because: "the app belongs to team \(owner), but the key belongs to team "
                    + "\(key.teamID)")
        }
        guard request.connection.covers(bundleID, service.options) else {
            return Refusal(.topicDisallowed, because: appOfLaterTime)
        }
        guard !service.registry.appsWithoutPush.contains(bundleID) else {
            return Refusal(
                .topicDisallowed,
                because: "the App ID lacks the Push Notifications capability")
        }
        guard key.bundleIDs?.contains(bundleID) ?? true else {
            return Refusal(.topicDisallowed, because: "key \(key.keyID) is not valid for this app")
        }
        return nil
    }

    static let appOfLaterTime =
        "the app was registered after the first request of this connection; open a new connection"
}

extension ConnectionState {
    /// Returns whether the connection can be used for an app; see
    /// ``ServiceOptions/bindsConnectionsToApps``.
    func covers(_ bundleID: String, _ options: ServiceOptions) -> Bool {
        guard options.bindsConnectionsToApps, let binding else { return true }
        return binding.apps[bundleID] != nil
    }
}
