// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The sources of rules that Apple does not state.
enum Report {
    static let experience = "general experience of the platform"
    static let engineer = "an Apple engineer on the developer forums"
    static let forums = "developers' forums"
    static let vendors = "documentation of push vendors"
    static let callbackLogs = "published callback logs"
    static let providerCode = "provider code that removes notifications by collapse identifier"
}
