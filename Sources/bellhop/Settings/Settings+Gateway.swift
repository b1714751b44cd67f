// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import CommandSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Settings {
    /// Reads all settings from the command line, the environment and the file.
    ///
    /// - Throws: ``CommandFailure`` with status 64 if an option has a value that is not permitted,
    ///   65 if the environment or the file has such a value, 66 if the file cannot be read, and 73
    ///   if every user of this machine can change the state directory that contains the file.
    static func load(
        _ flags: [GivenFlag],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> Settings {
        do {
            let first = try SettingsReader(flags: flags, environment: environment, file: nil)
                .settings()
            guard let file = try file(first) else { return first }
            return try SettingsReader(flags: flags, environment: environment, file: file)
                .settings()
        } catch let error as SettingError {
            throw CommandFailure(error.isUsage ? .usage : .badInput, error.description)
        }
    }

    /// Reads the file that the settings name, or the file in the state directory.
    private static func file(_ settings: Settings) throws -> SettingsFile? {
        if let path = settings.text(.file) { return try file(path, isNamed: true) }
        let state = settings.state
        guard state.has(.settings) else { return nil }
        try state.checkPermissions()
        return try file(state.path(of: .settings), isNamed: false)
    }

    private static func file(_ path: String, isNamed: Bool) throws -> SettingsFile {
        let bytes = try InputFile.read(
            path, byteCountMax: SettingsFile.byteCountMax, what: "a file with settings")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(
                .badInput, "\(path.printable): the file is not UTF-8 text; save it as UTF-8")
        }
        return try SettingsFile(path: path, text: text, isNamed: isNamed)
    }

    var state: StateDirectory { StateDirectory(text(.stateDirectory)) }

    /// The path of the SQLite file, or the address of the PostgreSQL database.
    var databaseAddress: String { text(.database) ?? state.path(of: .gatewayDatabase) }

    /// The name of the database for output that other people may read. The name does not contain
    /// the user name and the password.
    var databaseName: String {
        guard let address = text(.database) else { return state.path(of: .gatewayDatabase) }
        return "PostgreSQL, " + ((try? SQLStore.name(of: address)) ?? "")
    }

    /// Reads the master keys that are given; `nil` if the gateway is to use `master.key` in the
    /// state directory.
    ///
    /// - Throws: ``CommandFailure`` with status 66 if the file cannot be read, 65 if the text does
    ///   not contain master keys.
    func masterKeys() throws -> MasterKeys? {
        if let path = masterKeyPath { return try MasterKeyText.read(path) }
        return try text(.masterKey).map {
            try MasterKeyText.parse($0, from: Setting.masterKey.variable)
        }
    }

    /// Applies the settings that concern the gateway itself to its configuration.
    func set(_ configuration: inout Gateway.Configuration) {
        let lease = Duration.seconds(number(.lease))
        configuration.lease = lease
        configuration.worker.lease = max(lease, GatewayParts.messageLeaseMin)
        configuration.worker.inFlightMax = number(.messagesInFlight)
        let day = 24 * 3600
        configuration.worker.retention.messageSeconds = number(.messageRetention) * day
        configuration.worker.retention.campaignSeconds = number(.campaignRetention) * day
        configuration.worker.retention.installationSeconds = number(.installationRetention) * day
        configuration.worker.retention.auditSeconds = number(.auditRetention) * day
        configuration.requestsPerMinute = number(.keyRate)
        configuration.allowsLoopbackWebhooks = isTrue(.loopbackWebhooks)
        configuration.allowsLoopbackPushServices = isTrue(.loopbackPushServices)
        configuration.fcmOrigin = text(.fcmURL)
        configuration.eventFile = text(.events)
    }

    /// The ports of the APNs endpoint, by environment.
    var apnsPorts: [APNSEnvironment: Int] {
        var ports: [APNSEnvironment: Int] = [:]
        ports[.production] = port(.apnsPort)
        ports[.sandbox] = port(.apnsSandboxPort)
        return ports
    }

    /// The paths of the certificate for senders and of its private key; `nil` if none is given.
    ///
    /// - Throws: ``CommandFailure`` with status 64 if only one of the two paths is given.
    func apnsIdentity() throws -> (certificate: String, key: String)? {
        switch (text(.apnsCertificate), text(.apnsPrivateKey)) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return (certificate, key)
        default:
            throw CommandFailure(
                .usage,
                "\(Setting.apnsCertificate.flag) and \(Setting.apnsPrivateKey.flag) belong "
                    + "together; give both, or neither")
        }
    }

    /// The identity provider with which members of the console sign in; `nil` if there is none.
    ///
    /// - Throws: ``CommandFailure`` with status 64 if one of its settings is missing or cannot be
    ///   used.
    func openIDConnect() throws -> OpenIDConnect? {
        let rows = [Setting.oidcIssuer, .oidcClientID, .oidcClientSecret]
        let missing = rows.filter { text($0) == nil }
        guard missing.count < rows.count else { return nil }
        guard missing.isEmpty, let issuer = text(.oidcIssuer), let id = text(.oidcClientID),
            let secret = text(.oidcClientSecret)
        else {
            throw CommandFailure(
                .usage,
                "signing in by OpenID Connect also needs "
                    + missing.map(\.variable).joined(separator: " and ")
                    + "; set it, or remove the other settings about OpenID Connect")
        }
        do {
            return try OpenIDConnect(
                issuer: issuer, clientID: id, clientSecret: secret, name: text(.oidcName) ?? "",
                allowsLoopback: isTrue(.loopbackOIDC))
        } catch {
            throw CommandFailure(.usage, "signing in by OpenID Connect is not possible: \(error)")
        }
    }

    /// The limits of the gateway's connections.
    ///
    /// - Parameter descriptorCount: the maximum number of open files and sockets of the process.
    func limits(descriptorCount: Int) -> HTTPLimits {
        var limits = HTTPLimits(descriptorCount: descriptorCount)
        let quarter = max(limits.connectionsMax, descriptorCount / 4)
        limits.connectionsMax = min(number(.connections), quarter)
        // Unless the operator chooses a limit, one address cannot use up all connections.
        let isChosen = self[.connectionsPerAddress].origin != .standard
        limits.connectionsPerAddressMax = min(
            number(.connectionsPerAddress),
            isChosen ? limits.connectionsMax : max(1, limits.connectionsMax / 2))
        return limits
    }
}
