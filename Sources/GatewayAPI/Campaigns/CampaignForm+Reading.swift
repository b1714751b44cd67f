// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension CampaignForm {
    private static let example =
        #"{"audience":"all","local_time":"2026-12-24T09:00","message":{"title":"Sale"}}"#

    /// Returns whether a body describes a campaign; otherwise, the body is itself the message.
    public static func describes(_ body: [UInt8]) -> Bool {
        guard body.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{"),
            let node = try? JSONReader.read(
                body,
                limits: .init(
                    depthMax: GatewayLimits.jsonDepthMax,
                    byteCountMax: GatewayLimits.bodyByteCountMax))
        else { return false }
        return node["aps"] == nil && (node["message"] != nil || node["variants"] != nil)
    }

    /// Reads a campaign from a JSON object.
    ///
    /// - Throws: ``/APNSWire/Problem`` with the place of the error.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(bytes, keys: Self.keys, example: Self.example)
        self.init()
        name = try reader.name("name")
        if reader.node("app") != nil { app = try reader.bundleID("app") }
        audience = try reader.text("audience").map { CampaignAudience($0) }
        if let text = try reader.text("channel") {
            guard let id = ChannelID(text) else {
                throw reader.bad(
                    "channel",
                    "is not the identifier of a channel; send the base64 text that APNs chose")
            }
            channel = id
        }
        environment = try reader.word("environment", APNSEnvironment.self)
        variants = try Self.variants(reader, bytes)
        if let percent = try reader.integer("control_percent") {
            guard (0...GatewayLimits.controlPercentMax).contains(percent) else {
                throw reader.bad(
                    "control_percent",
                    "is out of range; send 0 to \(GatewayLimits.controlPercentMax)")
            }
            controlPercent = percent
        }
        winner = try readWinner(reader)
        isDraft = try reader.boolean("draft") ?? false
        confirmDevices = try reader.deviceCount("confirm_devices")
        try readTime(reader)
        try readDryRun(reader)
        limits = try CampaignLimits(reader)
    }

    fileprivate mutating func readTime(_ reader: FormReader) throws(Problem) {
        at = try reader.moment("at")
        localTime = try reader.text("local_time")
        defaultTimeZone = try reader.name("default_time_zone")
        lateZones = try reader.word("late_zones", LateZones.self)
        if at != nil, localTime != nil {
            throw reader.bad(
                "local_time", "cannot be combined with \"at\"; keep only one of them")
        }
        for key in ["default_time_zone", "late_zones"]
        where reader.node(key) != nil && localTime == nil {
            throw reader.bad(key, "is for campaigns at a local time; add \"local_time\"")
        }
    }

    private mutating func readDryRun(_ reader: FormReader) throws(Problem) {
        isDryRun = try reader.boolean("dry_run") ?? false
        guard isDryRun else { return }
        for key in ["at", "local_time", "winner"] where reader.node(key) != nil {
            throw reader.bad(
                key,
                "cannot be combined with \"dry_run\", which runs at once; "
                    + "POST /v1/campaigns/preview shows times")
        }
    }

    private func readWinner(_ reader: FormReader) throws(Problem) -> Winner? {
        let form = try reader.form(
            "winner", keys: ["test_percent", "after_minutes"],
            example: #"{"test_percent":20,"after_minutes":240}"#)
        guard let form else { return nil }
        guard variants.count > 1 else {
            throw reader.bad("winner", "needs several messages; send them in \"variants\"")
        }
        guard reader.node("local_time") == nil else {
            throw reader.bad(
                "winner", "cannot be combined with \"local_time\"; start the campaign at one time")
        }
        let percent = try form.required("test_percent", form.integer("test_percent"))
        guard GatewayLimits.testPercentRange.contains(percent) else {
            throw form.bad("test_percent", "is out of range; send 1 to 90")
        }
        let minutes = try form.required("after_minutes", form.integer("after_minutes"))
        guard (1...GatewayLimits.testMinutesMax).contains(minutes) else {
            throw form.bad(
                "after_minutes", "is out of range; send 1 to \(GatewayLimits.testMinutesMax)")
        }
        return Winner(testPercent: percent, afterMinutes: minutes)
    }

    private static func variants(
        _ reader: FormReader, _ source: [UInt8]
    ) throws(Problem) -> [Variant] {
        if let node = reader.node("message") {
            guard reader.node("variants") == nil else {
                throw reader.bad(
                    "message", "cannot be combined with \"variants\"; keep only one of them")
            }
            return [Variant(name: "a", message: try message(node, reader, "message", source))]
        }
        let forms = try reader.forms(
            "variants", countMax: GatewayLimits.variantsMax, keys: ["name", "share", "message"],
            example: #"{"name":"a","share":1,"message":{"title":"Sale"}}"#)
        var variants: [Variant] = []
        for (index, form) in forms.enumerated() {
            let share = try form.integer("share") ?? 1
            guard (1...GatewayLimits.variantShareMax).contains(share) else {
                throw form.bad(
                    "share", "is out of range; send 1 to \(GatewayLimits.variantShareMax)")
            }
            let name = try form.name("name") ?? defaultName(index)
            guard !variants.contains(where: { $0.name == name }) else {
                throw form.bad("name", "is the name of another variant; choose another one")
            }
            let node = try form.required("message", form.node("message"))
            variants.append(
                Variant(
                    name: name, share: share,
                    message: try message(node, form, "message", source)))
        }
        guard !variants.isEmpty else {
            throw reader.bad("variants", "has no entries; send at least one, or \"message\"")
        }
        return variants
    }

    /// Returns the name of a variant for which the request has no name: `a`, `b` and so on.
    private static func defaultName(_ index: Int) -> String {
        String(UnicodeScalar(UInt8(ascii: "a") + UInt8(truncatingIfNeeded: index)))
    }

    private static func message(
        _ node: JSONNode, _ reader: FormReader, _ key: String, _ source: [UInt8]
    ) throws(Problem) -> [UInt8] {
        guard node.value.objectValue != nil else {
            throw reader.bad(
                key, "is \(node.value.typeName); send a message such as {\"title\":\"Sale\"}")
        }
        return Array(source[node.range])
    }
}

/// The body of `POST /v1/campaigns/{id}/schedule`: the time at which a campaign starts.
public struct CampaignTime: Hashable, Sendable {
    public var at: Date?
    public var localTime: String?
    public var defaultTimeZone: String?
    public var lateZones: CampaignForm.LateZones?
    /// The number of devices that the campaign is expected to reach; `nil` for the draft's number.
    public var confirmDevices: Int?

    public init() {}

    /// Reads the time from a JSON object.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes,
            keys: ["at", "local_time", "default_time_zone", "late_zones", "confirm_devices"],
            example: #"{"local_time":"2026-12-24T09:00"}"#)
        var form = CampaignForm()
        try form.readTime(reader)
        at = form.at
        localTime = form.localTime
        defaultTimeZone = form.defaultTimeZone
        lateZones = form.lateZones
        confirmDevices = try reader.deviceCount("confirm_devices")
    }
}
