// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import PushLint

/// A target of a project.
package struct AppTarget: Sendable {
    /// The kind of product that a target builds.
    package enum Product: Hashable, Sendable {
        case application
        case appExtension
        /// A framework, a static library or a module of a package.
        case library
        case tests
        case other
    }

    /// The tool or file that defines a target. The target's settings must be changed there.
    package enum Maker: Hashable, Sendable {
        case xcode
        /// XcodeGen, with the path of its manifest. XcodeGen overwrites the Xcode project in the
        /// manifest's folder.
        case xcodeGen(manifest: String)
        /// Tuist, with the path of its manifest. Tuist overwrites the Xcode project in the
        /// manifest's folder.
        case tuist(manifest: String)
        case package
        /// No tool. The target was derived from a folder with an Info.plist or code, because there
        /// is no readable project.
        case folder
    }

    package var name: String
    package var product: Product
    package var maker = Maker.xcode
    /// The platforms, for instance `iOS`, `macOS`, `watchOS`; empty if unknown.
    package var platforms: Set<String> = []
    /// The configurations, such as Debug and Release, with their resolved values.
    package var configurations: [Configuration] = []
    /// The paths of the target's Swift files.
    package var sourcePaths: [String] = []
    /// The paths of the target's Objective-C and Objective-C++ files.
    package var objectiveCPaths: [String] = []
    /// The paths of the files that are copied into the target's bundle.
    package var resourcePaths: [String] = []
    /// The names of the targets in this checkout on which the target depends.
    package var dependencies: [String] = []
    /// Whether the target may have further dependencies, because code in the manifest creates them.
    package var hasUnknownDependencies = false
    /// Whether the target may have further source files, because code in the manifest names them.
    package var hasUnknownSources = false
    /// The names of the targets whose products are embedded in the target's bundle.
    package var embeddedTargets: [String] = []
    /// The products of other packages and of pods on which the target depends, for instance
    /// `FirebaseMessaging`.
    package var externalDependencies: [String] = []
    /// The location of the target's declaration.
    package var location: Diagnostic.Location

    package init(name: String, product: Product, location: Diagnostic.Location) {
        self.name = name
        self.product = product
        self.location = location
    }

    /// A build configuration.
    package struct Configuration: Sendable {
        /// The name, for instance `Debug`.
        package var name: String
        /// The build settings, for instance `PRODUCT_BUNDLE_IDENTIFIER`, with references resolved.
        package var settings: [String: String]
        /// The location of each setting's value, which is a line of a project, manifest or
        /// configuration file.
        package var settingLocations: [String: Diagnostic.Location] = [:]
        /// The `Info.plist` with references to build settings resolved, and with the keys that
        /// `INFOPLIST_KEY_…` settings add.
        package var infoPlist: PlistFile?
        package var entitlements: PlistFile?
        /// The provisioning profile that the settings specify, if it is in the checkout.
        package var profile: ProvisioningProfile?
        /// The scripts that run during the build, including the text of script files in the
        /// checkout. Scripts may change the entitlements and the Info.plist.
        package var scripts = BuildScriptText()

        package init(name: String, settings: [String: String] = [:]) {
            self.name = name
            self.settings = settings
        }

        package var bundleID: String? { settings["PRODUCT_BUNDLE_IDENTIFIER"] }

        /// The oldest supported system version, from the deployment target setting of the platform.
        package var deploymentTarget: OSVersion? {
            for key in [
                "IPHONEOS_DEPLOYMENT_TARGET", "MACOSX_DEPLOYMENT_TARGET",
                "WATCHOS_DEPLOYMENT_TARGET", "XROS_DEPLOYMENT_TARGET", "TVOS_DEPLOYMENT_TARGET",
            ] {
                if let version = settings[key].flatMap({ OSVersion($0) }) { return version }
            }
            return nil
        }

        /// Whether the configuration is for development. This is assumed if its name contains
        /// "debug".
        package var isDebug: Bool { name.lowercased().contains("debug") }

        /// The value of `NSExtensionPointIdentifier`.
        package var extensionPoint: String? {
            infoPlist?.value["NSExtension"]?["NSExtensionPointIdentifier"]?.string
        }
    }

    /// The extension point from the first configuration that specifies one, for instance
    /// `com.apple.usernotifications.service`.
    package var extensionPoint: String? {
        configurations.lazy.compactMap(\.extensionPoint).first
    }
}

/// Extension points that concern notifications. Source: Xcode's templates.
package enum ExtensionPoint {
    package static let notificationService = "com.apple.usernotifications.service"
    package static let notificationContent = "com.apple.usernotifications.content-extension"
    package static let widget = "com.apple.widgetkit-extension"

    /// The extension points that receive notifications.
    static let ofNotifications: Set<String?> = [notificationService, notificationContent]
}
