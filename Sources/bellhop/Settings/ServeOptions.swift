// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The options of `bellhop serve` that are settings: one for each row of the table that can be
/// given on the command line. The parser returns their values as texts, which are checked with the
/// table.
struct ServeOptions: ParsableArguments {
    @Option(
        name: Setting.stateDirectory.optionSpecification,
        help: Setting.stateDirectory.help(valueName: "dir"), completion: .directory)
    private var stateDirectory: String?

    @Option(
        name: Setting.file.optionSpecification, help: Setting.file.help(valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    private var file: String?

    @Option(name: Setting.host.optionSpecification, help: Setting.host.help)
    private var host: String?

    @Option(name: Setting.port.optionSpecification, help: Setting.port.help)
    private var port: String?

    @Option(
        name: Setting.hostNames.optionSpecification, help: Setting.hostNames.help(valueName: "name")
    )
    private var hostNames: [String] = []

    @Option(
        name: Setting.database.optionSpecification,
        help: Setting.database.help(valueName: "address"))
    private var database: String?

    @Option(
        name: Setting.masterKeyFile.optionSpecification,
        help: Setting.masterKeyFile.help(valueName: "file"), completion: .file())
    private var masterKeyFile: String?

    @Flag(
        name: Setting.simulator.optionSpecification, inversion: .prefixedNo,
        help: Setting.simulator.help)
    private var simulator: Bool?

    @Option(name: Setting.lease.optionSpecification, help: Setting.lease.help(valueName: "seconds"))
    private var lease: String?

    @Option(
        name: Setting.drainWait.optionSpecification,
        help: Setting.drainWait.help(valueName: "seconds"))
    private var drainWait: String?

    @Option(
        name: Setting.logLevel.optionSpecification, help: Setting.logLevel.help(valueName: "level"))
    private var logLevel: String?

    @Option(
        name: Setting.logFormat.optionSpecification,
        help: Setting.logFormat.help(valueName: "format"))
    private var logFormat: String?

    @Option(
        name: Setting.traces.optionSpecification, help: Setting.traces.help(valueName: "file"),
        completion: .file())
    private var traces: String?

    @Option(
        name: Setting.traceShare.optionSpecification,
        help: Setting.traceShare.help(valueName: "share"))
    private var traceShare: String?

    @Option(
        name: Setting.connections.optionSpecification,
        help: Setting.connections.help(valueName: "number"))
    private var connections: String?

    @Option(
        name: Setting.connectionsPerAddress.optionSpecification,
        help: Setting.connectionsPerAddress.help(valueName: "number"))
    private var connectionsPerAddress: String?

    @Option(
        name: Setting.messagesInFlight.optionSpecification,
        help: Setting.messagesInFlight.help(valueName: "number"))
    private var messagesInFlight: String?

    @Option(
        name: Setting.messageRetention.optionSpecification,
        help: Setting.messageRetention.help(valueName: "days"))
    private var messageRetention: String?

    @Option(
        name: Setting.campaignRetention.optionSpecification,
        help: Setting.campaignRetention.help(valueName: "days"))
    private var campaignRetention: String?

    @Option(
        name: Setting.installationRetention.optionSpecification,
        help: Setting.installationRetention.help(valueName: "days"))
    private var installationRetention: String?

    @Option(
        name: Setting.auditRetention.optionSpecification,
        help: Setting.auditRetention.help(valueName: "days"))
    private var auditRetention: String?

    @Option(
        name: Setting.keyRate.optionSpecification,
        help: Setting.keyRate.help(valueName: "number"))
    private var keyRate: String?

    @Flag(
        name: Setting.loopbackWebhooks.optionSpecification, inversion: .prefixedNo,
        help: Setting.loopbackWebhooks.help)
    private var loopbackWebhooks: Bool?

    @Option(name: Setting.fcmURL.optionSpecification, help: Setting.fcmURL.help(valueName: "url"))
    private var fcmURL: String?

    @Flag(
        name: Setting.loopbackPushServices.optionSpecification, inversion: .prefixedNo,
        help: Setting.loopbackPushServices.help)
    private var loopbackPushServices: Bool?

    @Option(
        name: Setting.events.optionSpecification, help: Setting.events.help(valueName: "file"),
        completion: .file())
    private var events: String?

    @Option(
        name: Setting.apnsPort.optionSpecification, help: Setting.apnsPort.help(valueName: "port"))
    private var apnsPort: String?

    @Option(
        name: Setting.apnsSandboxPort.optionSpecification,
        help: Setting.apnsSandboxPort.help(valueName: "port"))
    private var apnsSandboxPort: String?

    @Option(
        name: Setting.apnsCertificate.optionSpecification,
        help: Setting.apnsCertificate.help(valueName: "file"), completion: .file())
    private var apnsCertificate: String?

    @Option(
        name: Setting.apnsPrivateKey.optionSpecification,
        help: Setting.apnsPrivateKey.help(valueName: "file"), completion: .file())
    private var apnsPrivateKey: String?

    @Option(
        name: Setting.oidcIssuer.optionSpecification,
        help: Setting.oidcIssuer.help(valueName: "url"))
    private var oidcIssuer: String?

    @Option(
        name: Setting.oidcClientID.optionSpecification,
        help: Setting.oidcClientID.help(valueName: "id"))
    private var oidcClientID: String?

    @Option(
        name: Setting.oidcName.optionSpecification, help: Setting.oidcName.help(valueName: "name"))
    private var oidcName: String?

    @Flag(
        name: Setting.loopbackOIDC.optionSpecification, inversion: .prefixedNo,
        help: Setting.loopbackOIDC.help)
    private var loopbackOIDC: Bool?

    /// The settings on the command line.
    var given: [GivenFlag] {
        let options: [(Setting, String?)] = [
            (.stateDirectory, stateDirectory), (.file, file), (.host, host), (.port, port),
            (.database, database), (.masterKeyFile, masterKeyFile), (.lease, lease),
            (.drainWait, drainWait), (.logLevel, logLevel), (.logFormat, logFormat),
            (.traces, traces), (.traceShare, traceShare), (.connections, connections),
            (.connectionsPerAddress, connectionsPerAddress),
            (.messagesInFlight, messagesInFlight), (.messageRetention, messageRetention),
            (.campaignRetention, campaignRetention),
            (.installationRetention, installationRetention),
            (.auditRetention, auditRetention), (.keyRate, keyRate), (.fcmURL, fcmURL),
            (.events, events),
            (.apnsPort, apnsPort), (.apnsSandboxPort, apnsSandboxPort),
            (.apnsCertificate, apnsCertificate), (.apnsPrivateKey, apnsPrivateKey),
            (.oidcIssuer, oidcIssuer), (.oidcClientID, oidcClientID), (.oidcName, oidcName),
        ]
        var given = options.compactMap { setting, text in
            text.map { GivenFlag(setting, [$0]) }
        }
        if !hostNames.isEmpty { given.append(GivenFlag(.hostNames, hostNames)) }
        for case (let setting, let isOn?) in [
            (Setting.simulator, simulator), (.loopbackWebhooks, loopbackWebhooks),
            (.loopbackPushServices, loopbackPushServices), (.loopbackOIDC, loopbackOIDC),
        ] {
            given.append(
                GivenFlag(
                    setting, ["\(isOn)"], flag: isOn ? setting.flag : "--no-" + setting.option))
        }
        return given
    }

    func validate() throws {
        do {
            _ = try SettingsReader(flags: given, environment: [:], file: nil).settings()
        } catch { throw ValidationError(error.description) }
    }
}
