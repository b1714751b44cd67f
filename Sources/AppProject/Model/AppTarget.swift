// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import PushLint

/// One target of a project.
public struct AppTarget: Sendable {
    /// What it makes.
    public enum Product: Hashable, Sendable {
        case application
        case appExtension
        /// A framework, a static library or a module of a package.
        case library
        case tests
        case other
    }

    /// What makes a target, and thus where its settings are changed.
    public enum Maker: Hashable, Sendable {
        case xcode
        /// XcodeGen, from this manifest; an Xcode project beside it is overwritten.
        case xcodeGen(manifest: String)
        /// Tuist, from this manifest; likewise.
        case tuist(manifest: String)
        case package
        /// Nothing: a folder with an Info.plist or code, and no project that can be read.
        case folder
    }

    public var name: String
    public var product: Product
    public var maker = Maker.xcode
    /// For instance `iOS`, `macOS`, `watchOS`; empty when nothing says so.
    public var platforms: Set<String> = []
    /// Debug, Release and whatever else there is, each with what it resolves to.
    public var configurations: [Configuration] = []
    /// Paths of its Swift files.
    public var sourcePaths: [String] = []
    /// Paths of its files in Objective-C and Objective-C++.
    public var objectiveCPaths: [String] = []
    /// Paths of what is copied into its bundle.
    public var resourcePaths: [String] = []
    /// Names of the targets of this checkout that it depends on.
    public var dependencies: [String] = []
    /// Names of the targets whose products are put into its bundle.
    public var embeddedTargets: [String] = []
    /// Products of other packages and pods, for instance `FirebaseMessaging`.
    public var externalDependencies: [String] = []
    /// Where it is declared.
    public var location: Diagnostic.Location

    public init(name: String, product: Product, location: Diagnostic.Location) {
        self.name = name
        self.product = product
        self.location = location
    }

    /// One build configuration.
    public struct Configuration: Sendable {
        /// For instance `Debug`.
        public var name: String
        /// Build settings with references resolved, for instance `PRODUCT_BUNDLE_IDENTIFIER`.
        public var settings: [String: String]
        /// Where each setting gets its value: a line of a project, manifest or configuration file.
        public var settingLocations: [String: Diagnostic.Location] = [:]
        /// `Info.plist` with build settings in place; keys of `INFOPLIST_KEY_…` are put in.
        public var infoPlist: PlistFile?
        public var entitlements: PlistFile?
        /// The provisioning profile that the settings name, if it lies in the checkout.
        public var profile: ProvisioningProfile?
        /// The scripts that run during the build, with the text of script files in the checkout:
        /// they may change entitlements and Info.plist.
        public var scripts = BuildScriptText()

        public init(name: String, settings: [String: String] = [:]) {
            self.name = name
            self.settings = settings
        }

        public var bundleID: String? { settings["PRODUCT_BUNDLE_IDENTIFIER"] }

        /// The oldest system it runs on, by the platform's setting.
        public var deploymentTarget: OSVersion? {
            for key in [
                "IPHONEOS_DEPLOYMENT_TARGET", "MACOSX_DEPLOYMENT_TARGET",
                "WATCHOS_DEPLOYMENT_TARGET", "XROS_DEPLOYMENT_TARGET", "TVOS_DEPLOYMENT_TARGET",
            ] {
                if let version = settings[key].flatMap({ OSVersion($0) }) { return version }
            }
            return nil
        }

        /// Whether it is the one for development: Debug, or one whose name says so.
        public var isDebug: Bool { name.lowercased().contains("debug") }

        /// The value of `NSExtensionPointIdentifier`.
        public var extensionPoint: String? {
            infoPlist?.value["NSExtension"]?["NSExtensionPointIdentifier"]?.string
        }
    }

    /// The extension point, if any configuration says it, for instance
    /// `com.apple.usernotifications.service`.
    public var extensionPoint: String? {
        configurations.lazy.compactMap(\.extensionPoint).first
    }
}

/// Extension points that have to do with notifications. Source: Xcode's templates.
public enum ExtensionPoint {
    public static let notificationService = "com.apple.usernotifications.service"
    public static let notificationContent = "com.apple.usernotifications.content-extension"
    public static let widget = "com.apple.widgetkit-extension"

    /// Those that get notifications.
    static let ofNotifications: Set<String?> = [notificationService, notificationContent]
}
