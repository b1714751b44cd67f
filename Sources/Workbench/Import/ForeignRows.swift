// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// Reads the entries in exports of other systems, in the formats that these systems document.
package enum ForeignRows {
    private static let again = "let the app register itself at its next start"

    private static func noToken(_ key: String) -> ImportedRow {
        .setAside(ImportRefusal("the entry has no APNs token in \(key)", again))
    }

    private static func otherSystem(_ name: String) -> ImportedRow {
        .setAside(
            ImportRefusal(
                "the entry is for \(name), not for APNs",
                "keep it in the system that sends to it"))
    }

    // MARK: OneSignal

    /// The values of `device_type` in OneSignal's export of subscriptions.
    private static let oneSignalTypes = [
        "1": "Android", "2": "Fire OS", "3": "Windows", "4": "Chrome", "5": "Chrome",
        "6": "Windows", "7": "Safari", "8": "Firefox", "10": "Alexa", "11": "email",
        "13": "Huawei", "14": "SMS", "17": "Safari",
    ]

    /// Returns the problem with the names of columns, and the fix; `nil` if the names may come from
    /// OneSignal.
    package static func problem(inOneSignalHeader header: [String]) -> ImportRefusal? {
        guard !header.contains("identifier") else { return nil }
        return ImportRefusal(
            "there is no column \"identifier\", so OneSignal did not export this file",
            "use --from csv for a file with other columns")
    }

    /// Reads a row of OneSignal's export of subscriptions as CSV.
    package static func oneSignal(
        _ row: [String: String], _ defaults: ImportDefaults
    ) -> ImportedRow {
        let type = row["device_type"] ?? ""
        if let name = oneSignalTypes[type] { return otherSystem(name) }
        guard let token = row["identifier"], !token.isEmpty else {
            return noToken("\"identifier\"")
        }
        if ["t", "true", "1"].contains(row["invalid_identifier"]?.lowercased()) {
            return .setAside(
                ImportRefusal("OneSignal has found the token to be invalid", again))
        }
        var draft = ImportDraft(defaults)
        draft.set("id", row["id"] ?? row["player_id"])
        draft.set("token", token.lowercased())
        draft.set("user", row["external_user_id"])
        draft.set("locale", row["language"])
        draft.set("time_zone", row["timezone_id"])
        draft.set("app_version", row["game_version"])
        draft.set("system_version", row["device_os"])
        let tags = row["tags"].flatMap { try? JSONReader.read($0).value.objectValue }
        for member in tags?.members ?? [] { draft.add(member.key, text(member.value)) }
        return draft.row
    }

    // MARK: Amazon SNS

    /// The platforms that APNs serves, by their names in the ARNs of SNS endpoints.
    private static let snsPlatforms: [String: (environment: String, family: String)] = [
        "APNS": ("production", "app"), "APNS_SANDBOX": ("sandbox", "app"),
        "APNS_VOIP": ("production", "voip"), "APNS_VOIP_SANDBOX": ("sandbox", "voip"),
        "MACOS": ("production", "app"), "MACOS_SANDBOX": ("sandbox", "app"),
    ]

    /// Reads an endpoint of `aws sns list-endpoints-by-platform-application`.
    package static func sns(_ entry: JSONObject, _ defaults: ImportDefaults) -> ImportedRow {
        guard let name = entry["EndpointArn"]?.stringValue,
            let path = name.split(separator: ":").last?.split(separator: "/"), path.count == 4
        else {
            return .setAside(
                ImportRefusal(
                    "the entry has no \"EndpointArn\" of an endpoint",
                    "export with: aws sns list-endpoints-by-platform-application"))
        }
        guard let platform = snsPlatforms[String(path[1])] else {
            return otherSystem(String(path[1]))
        }
        let attributes = entry["Attributes"]?.objectValue
        guard let token = attributes?["Token"]?.stringValue, !token.isEmpty else {
            return noToken("\"Token\"")
        }
        guard attributes?["Enabled"]?.stringValue?.lowercased() != "false" else {
            return .setAside(
                ImportRefusal(
                    "the endpoint is disabled in SNS, because APNs refused its token or somebody "
                        + "disabled it", again))
        }
        var draft = ImportDraft(defaults)
        draft.set("id", String(path[3]))
        draft.set("token", token.lowercased())
        draft.set("environment", platform.environment)
        if platform.family != "app" { draft.set("family", platform.family) }
        let data = attributes?["CustomUserData"]?.stringValue ?? ""
        // SNS accepts any text as `CustomUserData`. Most senders store the user's name in it.
        if !data.hasPrefix("{"), data.utf8.count <= 255 { draft.set("user", data) }
        return draft.row
    }

    // MARK: Firebase

    /// Reads a result of the method `batchImport` of the Instance ID API, which contains both
    /// tokens, or an entry of the sender's own list that uses the same names.
    package static func firebase(_ entry: JSONObject, _ defaults: ImportDefaults) -> ImportedRow {
        let platform = entry["platform"]?.stringValue?.uppercased() ?? "IOS"
        guard ["IOS", "ANDROID", "WEB"].contains(platform) else { return otherSystem(platform) }
        let token = platform == "IOS" ? entry["apns_token"]?.stringValue ?? "" : ""
        let firebaseToken = entry["registration_token"]?.stringValue ?? ""
        guard !token.isEmpty || !firebaseToken.isEmpty else {
            return .setAside(
                ImportRefusal(
                    "the entry has neither an \"apns_token\" nor a \"registration_token\"", again))
        }
        if let status = entry["status"]?.stringValue, status != "OK" {
            return .setAside(
                ImportRefusal("Firebase refused the APNs token with \(status)", again))
        }
        // A token of Firebase begins with the identifier of the installation and a colon.
        let own = firebaseToken.split(separator: ":").first.map(String.init)
        var draft = ImportDraft(defaults)
        draft.set("id", entry["id"]?.stringValue ?? own)
        draft.set("token", token.lowercased())
        // An iPhone may have both tokens; it then gets its notifications from APNs.
        draft.set("fcm_token", firebaseToken)
        draft.set("app", entry["application"]?.stringValue)
        if let isSandbox = entry["sandbox"]?.boolValue {
            draft.set("environment", isSandbox ? "sandbox" : "production")
        }
        draft.set("user", entry["user"]?.stringValue ?? entry["uid"]?.stringValue)
        draft.set("app_version", entry["applicationVersion"]?.stringValue)
        return draft.row
    }

    // MARK: Airship

    /// Reads a channel of Airship's channel listing.
    package static func airship(_ entry: JSONObject, _ defaults: ImportDefaults) -> ImportedRow {
        let type = entry["device_type"]?.stringValue ?? ""
        guard type == "ios" else { return otherSystem(type.isEmpty ? "no known system" : type) }
        guard entry["installed"]?.boolValue != false else {
            return .setAside(
                ImportRefusal("Airship has noticed that the app was removed", again))
        }
        guard let token = entry["push_address"]?.stringValue, !token.isEmpty else {
            return noToken("\"push_address\"")
        }
        var draft = ImportDraft(defaults)
        draft.set("id", entry["channel_id"]?.stringValue)
        draft.set("token", token.lowercased())
        draft.set("user", entry["named_user_id"]?.stringValue)
        draft.set("time_zone", entry["ios"]?.objectValue?["tz"]?.stringValue)
        for tag in entry["tags"]?.arrayValue ?? [] { draft.add(tag: tag.stringValue ?? "") }
        for member in entry["attributes"]?.objectValue?.members ?? [] {
            draft.add(member.key, text(member.value))
        }
        for group in entry["tag_groups"]?.objectValue?.members ?? [] {
            for tag in group.value.arrayValue ?? [] {
                draft.add(tag: "\(group.key):\(tag.stringValue ?? "")")
            }
        }
        return draft.row
    }

    private static func text(_ value: JSONValue) -> String {
        value.stringValue ?? JSONWriter.text(value)
    }
}
