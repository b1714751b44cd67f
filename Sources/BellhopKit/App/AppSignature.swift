// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// How an app was signed, as far as it can find that out itself (`REG-9`).
struct AppSignature: Sendable {
    /// What the profile in the app says.
    enum Profile: Sendable {
        /// There is none: the App Store and TestFlight take it out.
        case none
        /// There is one that cannot be read.
        case unreadable
        case readable(ProvisioningProfile)
    }

    /// Where the app's tokens are good; `nil` when nothing says so, and then it is not guessed.
    let environment: APNSEnvironment?
    /// The entitlements; `nil` when they are not known.
    let entitlements: [String: any Sendable]?

    /// - Parameters:
    ///   - isSimulator: whether the app was built for the simulator, which has no profile and
    ///     registers with the sandbox (`REG-14`).
    ///   - own: the entitlements that the running process has, where the system tells them.
    init(profile: Profile, isSimulator: Bool, own: [String: any Sendable]? = nil) {
        if let own {
            (environment, entitlements) = (APNSEnvironment(entitlements: own), own)
            return
        }
        switch profile {
        case _ where isSimulator: (environment, entitlements) = (.sandbox, nil)
        case .none: (environment, entitlements) = (.production, nil)
        case .unreadable: (environment, entitlements) = (nil, nil)
        case .readable(let profile):
            (environment, entitlements) = (profile.environment, profile.entitlements)
        }
    }

    /// Reads the profile of the app at an address.
    static func profile(inAppAt app: URL) -> Profile {
        let places = ["embedded.mobileprovision", "Contents/embedded.provisionprofile"]
        for place in places {
            let file = app.appendingPathComponent(place)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            guard let data = try? Data(contentsOf: file), let profile = ProvisioningProfile(data)
            else { return .unreadable }
            return .readable(profile)
        }
        return .none
    }

    /// The app that an extension is in, or the app itself. Extensions lie below it, in `PlugIns` or
    /// `Extensions`.
    static func containingApp(of bundle: URL) -> URL {
        guard bundle.pathExtension == "appex" else { return bundle }
        var folder = bundle.deletingLastPathComponent()
        // An extension lies two or three folders deep.
        for _ in 1...4 {
            if folder.pathExtension == "app" { return folder }
            folder = folder.deletingLastPathComponent()
        }
        return bundle
    }
}
