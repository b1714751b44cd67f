// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension PushCertificate {
    /// How the topic of a certificate for device management begins.
    static let deviceManagementPrefix = "com.apple.mgmt."

    /// Whether it is for device management: its subject's UID is the topic.
    public var isForDeviceManagement: Bool {
        userID?.hasPrefix(Self.deviceManagementPrefix) == true
    }

    /// The bundle identifier of its app; `nil` when it has none, as those of device management.
    public var bundleID: String? {
        guard !isForDeviceManagement else { return nil }
        return userID ?? topics.map { Topic($0).bundleID }.min { $0.utf8.count < $1.utf8.count }
    }

    /// The push types that it may send: those that take certificates and whose topic it lists.
    public var pushTypes: [PushType] {
        if isForDeviceManagement { return [.mdm] }
        guard let bundleID else { return [] }
        return PushType.allCases.filter { type in
            type != .mdm && type.traits.authentication.contains(.certificate)
                && topics.contains(bundleID + type.traits.topicSuffix)
        }
    }

    /// The push types that need a provider token, whatever the certificate.
    public static let tokenOnlyPushTypes = PushType.allCases.filter {
        !$0.traits.authentication.contains(.certificate)
    }

    /// Why APNs would refuse it for this environment at this time; `nil` when it would not.
    ///
    /// - Parameter environment: where it is to be used; `nil` when that is not known.
    public func fault(
        in environment: APNSEnvironment?, at now: Date
    ) -> ClientCertificateError? {
        if now > notValidAfter { return .expired(since: notValidAfter) }
        if now < notValidBefore { return .notYetValid(before: notValidBefore) }
        if let environment, !environments.isEmpty, !environments.contains(environment) {
            return .wrongEnvironment(environment)
        }
        return topics.isEmpty ? .noTopics : nil
    }
}
