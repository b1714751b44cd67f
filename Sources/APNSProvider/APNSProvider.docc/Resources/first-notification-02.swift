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
        await client.shutdown()
    }

    static func makeClient(_ settings: [String: String]) throws -> APNSClient {
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
}
