// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DeviceRegistration {
    /// Reads the body of a request.
    ///
    /// - Throws: ``/APNSWire/Problem`` with the location of the error.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: CodingKeys.allCases.map(\.rawValue),
            example: #"{"app":"com.example.app","environment":"sandbox","tokens":[]}"#)
        self.init(
            app: try reader.bundleID("app"), environment: try reader.environment("environment"))
        user = try reader.name("user")
        userProof = try reader.name("user_proof")
        locale = try reader.name("locale")
        timeZone = try reader.name("time_zone")
        platform = try reader.word("platform", DevicePlatform.self)
        systemVersion = try reader.name("system_version")
        appVersion = try reader.name("app_version")
        permission = try PermissionSnapshot(reader)
        asks = try PermissionAsks(reader)
        badge = try reader.integer("badge")
        if let badge, !GatewayLimits.badgeBounds.contains(badge) {
            throw reader.bad(
                "badge", "is out of range; send 0 to \(GatewayLimits.badgeBounds.upperBound)")
        }
        encryptionKey = try EncryptionKey(reader)
        tokens = try Self.tokens(reader)
        ended = try Self.ended(reader)
    }

    private static func tokens(_ reader: FormReader) throws(Problem) -> [TokenRegistration] {
        let forms = try reader.forms(
            "tokens", countMax: GatewayLimits.tokensPerRegistrationMax,
            keys: TokenName.CodingKeys.allCases.map(\.rawValue) + ["token"],
            example: #"{"family":"app","token":"…"}"#)
        var tokens: [TokenRegistration] = []
        var names: Set<TokenName> = []
        var seen: Set<DeviceToken> = []
        for form in forms {
            let name = try TokenName(form)
            let token = try form.required("token", form.token("token"))
            guard names.insert(name).inserted else {
                throw form.bad(
                    "family",
                    "is of the same kind as an earlier entry; send only the newest token")
            }
            guard seen.insert(token).inserted else {
                throw form.bad("token", "is also in another entry; keep only one of the entries")
            }
            tokens.append(TokenRegistration(name, token))
        }
        return tokens
    }

    private static func ended(_ reader: FormReader) throws(Problem) -> [TokenName] {
        let forms = try reader.forms(
            "ended", countMax: GatewayLimits.tokensPerRegistrationMax,
            keys: TokenName.CodingKeys.allCases.map(\.rawValue),
            example: #"{"family":"liveActivity","attributes_type":"Order","activity":"7"}"#)
        var names: [TokenName] = []
        for form in forms { names.append(try TokenName(form)) }
        return names
    }
}

extension TokenName {
    /// Reads the members that name a token. The token's family determines which members are
    /// required.
    init(_ form: FormReader) throws(Problem) {
        let family = try form.required("family", form.word("family", TokenFamily.self))
        let attributesType = try form.name("attributes_type")
        let activity = try form.name("activity")
        self.init(family, attributesType: attributesType, activity: activity)
        let isOfActivity = family == .liveActivity
        let isOfType = isOfActivity || family == .liveActivityStart
        for (key, value, isNeeded) in [
            ("attributes_type", attributesType, isOfType), ("activity", activity, isOfActivity),
        ] {
            if isNeeded { _ = try form.required(key, value) }
            if !isNeeded, value != nil {
                throw form.bad(key, "is not valid for the family \(family.rawValue); leave it out")
            }
        }
    }
}

extension PermissionSnapshot {
    /// Reads the member `permission`; `nil` if it is absent. Omitted flags are `false`.
    fileprivate init?(_ reader: FormReader) throws(Problem) {
        let form = try reader.form(
            "permission", keys: CodingKeys.allCases.map(\.rawValue),
            example: #"{"authorization":"authorized","alert":true}"#)
        guard let form else { return nil }
        self.init(
            authorization: try form.required(
                "authorization", form.word("authorization", Authorization.self)),
            alert: try form.boolean("alert") ?? false, sound: try form.boolean("sound") ?? false,
            badge: try form.boolean("badge") ?? false,
            criticalAlert: try form.boolean("critical_alert") ?? false,
            timeSensitive: try form.boolean("time_sensitive") ?? false)
    }
}

extension EncryptionKey {
    /// Reads the member `encryption_key`; `nil` if it is absent.
    fileprivate init?(_ reader: FormReader) throws(Problem) {
        let form = try reader.form(
            "encryption_key", keys: CodingKeys.allCases.map(\.rawValue),
            example: #"{"id":"k1","suite":"x25519","public_key":"…"}"#)
        guard let form else { return nil }
        let text = try form.required("public_key", form.text("public_key"))
        let countMax = GatewayLimits.publicKeyByteCountMax
        guard let publicKey = Data(base64Encoded: text), !publicKey.isEmpty,
            publicKey.count <= countMax
        else {
            throw form.bad(
                "public_key",
                "is not a public key in Base64; send the Base64 of 1 to \(countMax) bytes")
        }
        self.init(
            id: try form.required("id", form.name("id")),
            suite: try form.required("suite", form.name("suite")), publicKey: publicKey)
    }
}
