// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Turns messages of the gateway, which are written for HTTP requests, into messages for the
/// command line.
package enum CommandWording {
    /// The options of the commands by the query parameters for which they are.
    private static let options = [
        "app": "--app", "environment": "--environment", "activity": "--activity",
        "audience": "--audience", "audience_filter": "--audience",
    ]

    /// Replaces query parameters by options: `add ?environment=sandbox` becomes `add --environment
    /// sandbox`, and `name the app with ?app=` becomes `name the app with --app`.
    package static func replacingParameters(in text: String) -> String {
        text.replacing(/(?<lead>^|[ (])\?(?<name>[a-z][a-z_]*)=(?<value>[A-Za-z0-9_:]*)/) { match in
            guard let option = options[String(match.name)] else { return String(match.0) }
            return match.lead + option + (match.value.isEmpty ? "" : " " + match.value)
        }
    }
}
