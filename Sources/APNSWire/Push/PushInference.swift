// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The push type, topic and priority that follow from a payload when the sender did not specify
/// them.
///
/// `bellhop push`, the gateway and every checker use this type, so that all of them infer the same
/// values. Each inferred value is listed in ``inferred`` with its reason.
public struct PushInference: Hashable, Sendable {
    /// A value that the sender did not specify, and the reason for it.
    public struct Inferred: Hashable, Sendable {
        /// The header for which the value is used.
        public let header: String
        public let value: String
        /// The reason, for instance `aps contains event or content-state`.
        public let because: String
    }

    public let pushType: PushType
    public let topic: Topic
    public let priority: PushPriority
    public let inferred: [Inferred]

    /// Infers the values that are missing.
    ///
    /// - Parameters:
    ///   - payload: the payload to send.
    ///   - bundleID: the app's bundle identifier, used when no topic is given.
    ///   - topic: the topic, if the sender specified one. A topic that has a suffix or fits the
    ///     push type is used unchanged; a bare bundle identifier gets the suffix of the push type.
    ///   - pushType: the push type, if the sender specified one.
    ///   - priority: the priority, if the sender specified one.
    public init(
        payload: Payload, bundleID: String, topic: Topic? = nil, pushType: PushType? = nil,
        priority: PushPriority? = nil
    ) {
        var inferred: [Inferred] = []
        let type: PushType
        if let pushType {
            type = pushType
        } else {
            let guess = Self.pushType(of: payload, topic: topic)
            type = guess.type
            inferred.append(
                .init(header: APNSHeader.pushType, value: type.rawValue, because: guess.because))
        }
        let wanted = Topic(bundleID: topic?.text ?? bundleID, pushType: type)
        if let topic, PushType.named(byTopic: topic.text) != nil {
            self.topic = topic
        } else {
            self.topic = wanted
            if topic != wanted {
                let suffix = type.traits.topicSuffix
                inferred.append(
                    .init(
                        header: APNSHeader.topic, value: wanted.text,
                        because: suffix.isEmpty
                            ? "the app's bundle identifier"
                            : "\(type.rawValue) pushes add \(suffix) to the bundle identifier"))
            }
        }
        if let priority {
            self.priority = priority
        } else {
            self.priority = type.traits.usualPriority
            inferred.append(
                .init(
                    header: APNSHeader.priority, value: String(self.priority.rawValue),
                    because: type.traits.priorities.count == 1
                        ? "\(type.rawValue) pushes accept no other priority"
                        : "the default for \(type.rawValue) pushes"))
        }
        self.pushType = type
        self.inferred = inferred
    }

    private static func pushType(of payload: Payload, topic: Topic?) -> (
        type: PushType, because: String
    ) {
        if let topic, let type = PushType.named(byTopic: topic.text) {
            return (type, "the topic ends in \(type.traits.topicSuffix)")
        }
        guard let aps = payload.aps else {
            if payload.custom["mdm"] != nil { return (.mdm, "the payload contains mdm and no aps") }
            if payload.custom["container-identifier"] != nil {
                return (.fileprovider, "the payload contains container-identifier and no aps")
            }
            return (.alert, "the default, because nothing indicates another type")
        }
        if aps.liveActivity.event != nil || aps.liveActivity.contentState != nil {
            return (.liveactivity, "aps contains event or content-state")
        }
        if aps.contentChanged == true { return (.widgets, "aps contains content-changed") }
        let isVisible = aps.alert != nil || aps.badge != nil || aps.sound != nil
        if aps.contentAvailable == true, !isVisible {
            return (.background, "aps contains content-available, but no alert, sound or badge")
        }
        return (
            .alert,
            isVisible
                ? "aps contains an alert, a sound or a badge"
                : "the default, because nothing indicates another type"
        )
    }
}
