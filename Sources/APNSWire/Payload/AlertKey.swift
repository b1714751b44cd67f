// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The keys that Apple defines inside an alert that is an object, in the order in which they are
/// written.
///
/// Sources: "Generating a remote notification", table of the alert's keys; for `sound`, "Starting
/// and updating Live Activities with ActivityKit push notifications".
enum AlertKey: String, CaseIterable {
    case title
    case subtitle
    case body
    case launchImage = "launch-image"
    case titleKey = "title-loc-key"
    case subtitleKey = "subtitle-loc-key"
    case bodyKey = "loc-key"
    case titleArguments = "title-loc-args"
    case subtitleArguments = "subtitle-loc-args"
    case bodyArguments = "loc-args"
    case sound
}
