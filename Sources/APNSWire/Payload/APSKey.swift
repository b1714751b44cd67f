// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The keys that Apple defines inside `aps`. This is the only list of them.
///
/// Sources: "Generating a remote notification"; for Live Activities, "Starting and updating Live
/// Activities with ActivityKit push notifications"; for `content-changed`, "Updating widgets with
/// WidgetKit push notifications"; for `url-args`, Safari website push.
public enum APSKey: String, Hashable, Sendable, CaseIterable {
    case alert
    case badge
    case sound
    case threadID = "thread-id"
    case category
    case contentAvailable = "content-available"
    case mutableContent = "mutable-content"
    case targetContentID = "target-content-id"
    case interruptionLevel = "interruption-level"
    case relevanceScore = "relevance-score"
    case filterCriteria = "filter-criteria"
    case urlArguments = "url-args"
    case contentChanged = "content-changed"
    case timestamp
    case event
    case contentState = "content-state"
    case staleDate = "stale-date"
    case dismissalDate = "dismissal-date"
    case attributesType = "attributes-type"
    case attributes
    case inputPushToken = "input-push-token"
    case inputPushChannel = "input-push-channel"
}
