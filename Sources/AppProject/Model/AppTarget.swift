// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import PushLint

/// A target of a project.
public struct AppTarget: Sendable {
    /// The product that it builds.
    public enum Product: Hashable, Sendable {
        case application
        case appExtension
        /// A framework, a static library or a module of a package.
        case library
        case tests
        case other
    }

    /// The tool or file that defines a target, and thus where its settings are changed.
    public enum Maker: Hashable, Sendable {
        case xcode
        /// XcodeGen with this manifest; an Xcode project next to it is overwritten.
        case xcodeGen(manifest: String)
        /// Tuist with this manifest, likewise.
        case tuist(manifest: String)
        case package
        /// None: a folder with an Info.plist or code, and no readable project.
        case folder
    }

    public var name: String
    public var product: Product
    public var maker = Maker.xcode
    /// The platforms, for instance `iOS`, `macOS`, `watchOS`; empty if unknown.
    public var platforms: Set<String> = []
    /// Debug, Release and any other configurations, with their resolved values.
    public var configurations: [Configuration] = []
    /// The paths of its Swift files.
    public var sourcePaths: [String] = []
    /// The paths of its Objective-C and Objective-C++ files.
    public var objectiveCPaths: [String] = []
    /// The paths of the files that are copied into its bundle.
    public var resourcePaths: [String] = []
    /// The names of the targets of this checkout on which it depends.
    public var dependencies: [String] = []
    /// The names of the targets whose products are put into its bundle.
    public var embeddedTargets: [String] = []
    /// The products of other packages and pods, for instance `FirebaseMessaging`.
    public var externalDependencies: [String] = []
    /// The location of its declaration.
    public var location: Diagnostic.Location

    public init(name: String, product: Product, location: Diagnostic.Location) {
        self.name = name
        self.product = product
        self.location = location
    }

    /// A build configuration.
    public struct Configuration: Sendable {
        /// The name, for instance `Debug`.
        public var name: String
        /// The build settings with references resolved, for instance `PRODUCT_BUNDLE_IDENTIFIER`.
        public var settings: [String: String]
        /// The location of each setting's value: a line of a project, manifest or configuration
        /// file.
        public var settingLocations: [String: Diagnostic.Location] = [:]
        /// The `Info.plist` with build settings resolved and with keys of `INFOPLIST_KEY_…` added.
        public var infoPlist: PlistFile?
        public var entitlements: PlistFile?
        /// The provisioning profile that the settings name, if it is in the checkout.
        public var profile: ProvisioningProfile?
        /// The scripts that run during the build, with the text of script files in the checkout:
        /// they may change entitlements and Info.plist.
        public var scripts = BuildScriptText()

        public init(name: String, settings: [String: String] = [:]) {
            self.name = name
            self.settings = settings
        }

        public var bundleID: String? { settings["PRODUCT_BUNDLE_IDENTIFIER"] }

        /// The oldest supported system version, according to the platform's setting.
        public var deploymentTarget: OSVersion? {
            for key in [
                "IPHONEOS_DEPLOYMENT_TARGET", "MACOSX_DEPLOYMENT_TARGET",
                "WATCHOS_DEPLOYMENT_TARGET", "XROS_DEPLOYMENT_TARGET", "TVOS_DEPLOYMENT_TARGET",
            ] {
                if let version = settings[key].flatMap({ OSVersion($0) }) { return version }
            }
            return nil
        }

        /// Whether it is for development: Debug, or a name that contains "debug".
        public var isDebug: Bool { name.lowercased().contains("debug") }

        /// The value of `NSExtensionPointIdentifier`.
        public var extensionPoint: String? {
            infoPlist?.value["NSExtension"]?["NSExtensionPointIdentifier"]?.string
        }
    }

    /// The extension point, if any configuration specifies it, for instance
    /// `com.apple.usernotifications.service`.
    public var extensionPoint: String? {
        configurations.lazy.compactMap(\.extensionPoint).first
    }
}

/// Extension points that concern notifications. Source: Xcode's templates.
public enum ExtensionPoint {
    public static let notificationService = "com.apple.usernotifications.service"
    public static let notificationContent = "com.apple.usernotifications.content-extension"
    public static let widget = "com.apple.widgetkit-extension"

    /// The extension points that receive notifications.
    static let ofNotifications: Set<String?> = [notificationService, notificationContent]
}
