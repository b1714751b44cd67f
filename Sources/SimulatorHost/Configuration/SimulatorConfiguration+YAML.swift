// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSWire
import ControlAPI
import DeviceModel
import YAMLReading

/// The reason why a file to which a configuration refers cannot be read.
package struct NamedFileError: Error, Hashable, Sendable {
    package let problem: String

    package init(_ problem: String) { self.problem = problem }
}

extension SimulatorConfiguration {
    /// The maximum size of a configuration file, in bytes.
    package static let byteCountMax = 8 << 20

    /// Reads a configuration in YAML.
    ///
    /// - Parameters:
    ///   - file: the name of the file, for error messages.
    ///   - read: a function that reads a file to which the configuration refers. Such a file
    ///     contains a key or an authority.
    /// - Throws: ``ConfigurationError`` with the position of the first error.
    package init(
        yaml text: String, file: String,
        read: (String) throws(NamedFileError) -> String
    ) throws(ConfigurationError) {
        self.init()
        do throws(YAMLError) {
            guard let root = try YAMLDocument.root(of: text, byteCountMax: Self.byteCountMax) else {
                return
            }
            try self.read(root, read: read)
        } catch { throw ConfigurationError(error, file: file) }
    }

    private mutating func read(
        _ root: YAMLPlace, read: (String) throws(NamedFileError) -> String
    ) throws(YAMLError) {
        let top = try root.mapping(ConfigurationKeys.file.map(\.name))
        host = try top["host"]?.text()
        if let ports = top["ports"] { self.ports = try Self.ports(ports) }
        isClockMovable = try top["virtual_clock"]?.bool()
        teamID = try top["team_id"].map { place throws(YAMLError) in
            try Self.team(place)
        }
        try readSenders(top, read: read)
        try readScene(top)
    }

    private mutating func readSenders(
        _ top: YAMLMapping, read: (String) throws(NamedFileError) -> String
    ) throws(YAMLError) {
        for place in try top["keys"]?.list() ?? [] {
            let key = try Self.key(place, teamID: teamID, read: read)
            guard !keys.contains(where: { $0.keyID == key.keyID }) else {
                throw place.error("the key \(key.keyID) occurs twice; remove one of the entries")
            }
            keys.append(key)
        }
        for place in try top["authorities"]?.list() ?? [] {
            let pem = try Self.contents(of: place, read: read)
            let isCertificate = pem.contains("-----BEGIN CERTIFICATE-----")
            guard isCertificate, (try? CertificateAuthorities(pem: [pem])) != nil else {
                throw place.error(
                    "this is not a certificate in PEM form; name a file with a certificate")
            }
            authorities.append(pem)
        }
        for place in try top["apps"]?.list() ?? [] {
            let app = try Self.app(place, teamID: teamID)
            guard !apps.contains(where: { $0.bundleID == app.bundleID }) else {
                throw place.error("the app \(app.bundleID) occurs twice; remove one of the entries")
            }
            apps.append(app)
        }
    }

    private mutating func readScene(_ top: YAMLMapping) throws(YAMLError) {
        for place in try top["devices"]?.list() ?? [] {
            devices.append(try Self.device(place))
        }
        if let place = top["service"] { options = try Self.options(place) }
        if let place = top["limits"] {
            let mapping = try place.mapping(ConfigurationKeys.limits.map(\.name))
            for limit in ConfigurationKeys.limits {
                limits[limit.name] = try mapping[limit.name]?.whole(
                    in: ConfigurationKeys.Limit.range)
            }
        }
        if let place = top["connections"] {
            let (times, counts) = (ConfigurationKeys.times, ConfigurationKeys.counts)
            let mapping = try place.mapping(times.map(\.name) + counts.map(\.name))
            for time in times {
                connections[time.name] = try mapping[time.name]?.number(
                    in: ConfigurationKeys.Time.range)
            }
            for count in counts {
                connections[count.name] = try mapping[count.name].map {
                    place throws(YAMLError) in
                    Double(try place.whole(in: ConfigurationKeys.Count.range))
                }
            }
        }
        for place in try top["faults"]?.list() ?? [] {
            let fault = try place.json()
            guard fault.objectValue?["fault"]?.stringValue != nil else {
                throw place.error(
                    "a fault requires the key fault; write for instance {fault: status, status: "
                        + "503, count: 1}")
            }
            faults.append(fault)
        }
    }

    // MARK: Sections

    private static func ports(_ place: YAMLPlace) throws(YAMLError) -> Ports {
        let mapping = try place.mapping(ConfigurationKeys.ports.map(\.name))
        var ports = Ports()
        ports.sandbox = try mapping["sandbox"]?.whole(in: 0...65535)
        ports.production = try mapping["production"]?.whole(in: 0...65535)
        ports.sandboxChannels = try mapping["sandbox_channels"]?.whole(in: 0...65535)
        ports.productionChannels = try mapping["production_channels"]?.whole(in: 0...65535)
        ports.control = try mapping["control"]?.whole(in: 0...65535)
        return ports
    }

    private static func key(
        _ place: YAMLPlace, teamID: String?,
        read: (String) throws(NamedFileError) -> String
    ) throws(YAMLError) -> RegisteredKey {
        let mapping = try place.mapping(ConfigurationKeys.key.map(\.name))
        let pem: String
        let source: YAMLPlace
        switch (mapping["file"], mapping["public_key"]) {
        case (let file?, nil): (pem, source) = (try contents(of: file, read: read), file)
        case (nil, let key?): (pem, source) = (try key.text(), key)
        default:
            throw place.error("a key has either file or public_key; write one of them")
        }
        let keyID = try mapping.required("key_id")
        let environment: APNSEnvironment? =
            try mapping["environment"]?.word(among: [
                ("sandbox", .sandbox), ("production", .production), ("both", nil),
            ]) ?? nil
        var topics: Set<String>?
        if let list = try mapping["topics"]?.list() {
            topics = []
            for place in list { topics?.insert(try bundleID(place)) }
        }
        let team = try team(mapping, default: teamID)
        do throws(ProviderKeyError) {
            return try RegisteredKey(
                pem: pem, keyID: keyID.scalar ?? "", teamID: team,
                environment: environment, bundleIDs: topics)
        } catch {
            if case .badIdentifier = error { throw keyID.error("\(error)") }
            throw source.error("\(error)")
        }
    }

    private static func app(
        _ place: YAMLPlace, teamID: String?
    ) throws(YAMLError) -> SenderApp {
        let mapping = try place.mapping(ConfigurationKeys.app.map(\.name))
        return SenderApp(
            bundleID: try bundleID(mapping.required("bundle_id")),
            teamID: try team(mapping, default: teamID), push: try mapping["push"]?.bool() ?? true,
            broadcast: try mapping["broadcast"]?.bool() ?? true)
    }

    private enum State { case registered, unregistered, expired }

    private static func device(
        _ place: YAMLPlace
    ) throws(YAMLError) -> LightDevice {
        let mapping = try place.mapping(ConfigurationKeys.device.map(\.name))
        var device = LightDevice(
            id: try mapping.required("id").text(), bundleID: try bundleID(mapping.required("app")))
        if let place = mapping["environment"] {
            device.environment = try place.word(among: [
                ("sandbox", .sandbox), ("production", .production),
            ])
        }
        if let place = mapping["token"] {
            guard let token = try? DeviceToken(hex: try place.text()) else {
                throw place.wrong(
                    "write the hexadecimal digits of a device token (64 for a phone)")
            }
            device.token = token
        }
        device.isOnline = try mapping["online"]?.bool() ?? true
        device.isSavingPower = try mapping["saving_power"]?.bool() ?? false
        let state: State =
            try mapping["state"]?.word(among: [
                ("registered", .registered), ("unregistered", .unregistered),
                ("expired", .expired),
            ]) ?? .registered
        guard let since = mapping["since"] else {
            guard state == .registered else {
                throw place.error(
                    "a device in this state requires the key since; write for instance since: "
                        + "2026-01-31T09:00:00Z")
            }
            return device
        }
        guard state != .registered else {
            throw since.error(
                "this key is valid only for an unregistered or expired device; remove it")
        }
        guard let date = APIJSON.date(try since.text()) else {
            throw since.wrong("this is not a time; write one such as 2026-01-31T09:00:00Z")
        }
        device.end = .init(state == .expired ? .expiredToken : .unregistered, since: date)
        return device
    }

    private static func options(
        _ place: YAMLPlace
    ) throws(YAMLError) -> JSONObject {
        _ = try place.mapping(ServiceOptions.names)
        let object = try place.json().objectValue ?? [:]
        for member in object.members {
            guard (try? ServiceOptions(overriding: [member.key: member.value])) != nil else {
                let meaning = ConfigurationKeys.options.first { $0.name == member.key }?.meaning
                let own = try place.mapping(ServiceOptions.names)[member.key] ?? place
                throw own.wrong("this value is not valid. \(meaning ?? "")")
            }
        }
        return object
    }

    // MARK: Values

    private static func team(_ place: YAMLPlace) throws(YAMLError) -> String {
        let text = try place.text()
        guard ProviderKey.isTeamID(text) else {
            throw place.wrong(
                "write ten capital letters and digits, such as TEAM123456")
        }
        return text
    }

    private static func team(
        _ mapping: YAMLMapping, default team: String?
    ) throws(YAMLError) -> String {
        if let place = mapping["team_id"] { return try Self.team(place) }
        guard let team else { return SimulatorHost.teamID }
        return team
    }

    private static func bundleID(_ place: YAMLPlace) throws(YAMLError) -> String {
        let text = try place.text()
        guard Topic.isPlausible(text) else {
            throw place.wrong("write a bundle identifier such as com.example.app")
        }
        return text
    }

    private static func contents(
        of place: YAMLPlace, read: (String) throws(NamedFileError) -> String
    ) throws(YAMLError) -> String {
        let path = try place.text()
        do throws(NamedFileError) { return try read(path) } catch {
            throw place.error(error.problem)
        }
    }
}

extension ServiceOptions {
    /// Makes the default options, and replaces some of their values. The value `null` removes an
    /// optional value.
    ///
    /// - Throws: `DecodingError` when a value is not valid.
    init(overriding values: JSONObject) throws {
        guard var object = try JSONReader.read(ControlJSON.encode(Self())).value.objectValue else {
            self.init()
            return
        }
        for member in values.members {
            object[member.key] = member.value == .null ? nil : member.value
        }
        self = try ControlJSON.decode(Self.self, from: .init(JSONWriter.write(.object(object))))
    }
}
