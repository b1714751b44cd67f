// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// How an app was signed, as far as the app itself can find out (`REG-9`).
struct AppSignature: Sendable {
    /// The result of reading the profile in the app.
    enum Profile: Sendable {
        /// There is no profile: the App Store and TestFlight remove it.
        case none
        /// There is a profile that cannot be read.
        case unreadable
        case readable(ProvisioningProfile)
    }

    /// The environment in which the app's device tokens are valid; `nil` when it cannot be
    /// determined. The value is never a guess.
    let environment: APNSEnvironment?
    /// The entitlements; `nil` when they are not known.
    let entitlements: [String: any Sendable]?

    /// - Parameters:
    ///   - isSimulator: whether the app was built for the simulator, which has no profile and
    ///     registers with the sandbox (`REG-14`).
    ///   - own: the entitlements of the running process, on systems that provide them.
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

    /// Reads the profile of the app at a URL.
    static func profile(inAppAt app: URL) -> Profile {
        let paths = ["embedded.mobileprovision", "Contents/embedded.provisionprofile"]
        for path in paths {
            let file = app.appendingPathComponent(path)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            guard let data = try? Data(contentsOf: file), let profile = ProvisioningProfile(data)
            else { return .unreadable }
            return .readable(profile)
        }
        return .none
    }

    /// Returns the app that contains an extension, or the app itself. Extensions are in the
    /// app's subfolders `PlugIns` or `Extensions`.
    static func containingApp(of bundle: URL) -> URL {
        guard bundle.pathExtension == "appex" else { return bundle }
        var folder = bundle.deletingLastPathComponent()
        // The app is two folders above the extension's folder, or three folders above it on a Mac.
        // The fourth pass allows for one more folder.
        for _ in 1...4 {
            if folder.pathExtension == "app" { return folder }
            folder = folder.deletingLastPathComponent()
        }
        return bundle
    }
}
