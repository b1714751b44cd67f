import APNSAuth
import APNSProvider
import APNSWire
import Foundation

/// Sends one notification to a device token: `FirstNotification DEVICE_TOKEN`.
@main
struct FirstNotification {
    static func main() async throws {
        let settings = ProcessInfo.processInfo.environment
        let client = try makeClient(settings)
        let token = try DeviceToken(hex: CommandLine.arguments.last ?? "")
        let payload = Payload(aps: APS(alert: Alert(title: "Dinner", body: "It is ready")))
        let request = PushRequest(
            deviceToken: token, payload: payload,
            bundleID: settings["BUNDLE_ID"] ?? "dev.bellhop.demo")
        report(try await client.send(request))
        await client.shutdown()
    }

    /// The client of Apple's sandbox when a key is set, and of the simulator otherwise.
    static func makeClient(_ settings: [String: String]) throws -> APNSClient {
        if let keyFile = settings["APNS_KEY_FILE"] {
            let key = try ProviderKey(
                p8: try String(contentsOfFile: keyFile, encoding: .utf8),
                keyID: settings["APNS_KEY_ID"] ?? "", teamID: settings["APNS_TEAM_ID"] ?? "")
            return APNSClient(
                configuration: .init(
                    endpoint: .apple(.sandbox),
                    authentication: .providerToken(ProviderTokenSource(key: key))))
        }
        let folder = settings["BELLHOP_STATE"] ?? ".bellhop"
        let key = try ProviderKey(
            p8: try String(contentsOfFile: folder + "/simulator-key.p8", encoding: .utf8),
            keyID: "SIMULATOR1", teamID: "BELLHOPDEV")
        let authority = try String(contentsOfFile: folder + "/ca.pem", encoding: .utf8)
        return APNSClient(
            configuration: .init(
                endpoint: Endpoint(host: "localhost", port: 2197),
                authentication: .providerToken(ProviderTokenSource(key: key)),
                trustRoots: .pem(authority)))
    }

    /// Prints the result of the request, and what to do next.
    static func report(_ outcome: PushOutcome) {
        switch outcome {
        case .accepted(let acceptance):
            print("accepted:", acceptance.apnsID?.text ?? "")
        case .rejected(let rejection):
            print("rejected:", rejection.reason, rejection.reason.row?.remedy ?? "")
        case .unknown(let unknown):
            print("no response:", unknown.cause)
        }
    }
}
