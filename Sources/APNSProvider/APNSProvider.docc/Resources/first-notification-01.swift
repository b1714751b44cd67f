import APNSAuth
import APNSProvider
import APNSWire
import Foundation

/// Sends one notification to a device token: `FirstNotification DEVICE_TOKEN`.
@main
struct FirstNotification {
    static func main() async throws {
    }
}
