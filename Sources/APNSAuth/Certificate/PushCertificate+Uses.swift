// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension PushCertificate {
    /// The prefix of the topic of a device management certificate.
    static let deviceManagementPrefix = "com.apple.mgmt."

    /// Whether the certificate is for device management. If so, the UID of its subject is the
    /// topic.
    public var isForDeviceManagement: Bool {
        userID?.hasPrefix(Self.deviceManagementPrefix) == true
    }

    /// The bundle identifier of the certificate's app; `nil` for a certificate without an app, such
    /// as one for device management.
    public var bundleID: String? {
        guard !isForDeviceManagement else { return nil }
        return userID ?? topics.map { Topic($0).bundleID }.min { $0.utf8.count < $1.utf8.count }
    }

    /// The push types for which the certificate is valid. These are the push types that permit
    /// certificates and whose topic the certificate lists.
    public var pushTypes: [PushType] {
        if isForDeviceManagement { return [.mdm] }
        guard let bundleID else { return [] }
        return PushType.allCases.filter { type in
            type != .mdm && type.traits.authentication.contains(.certificate)
                && topics.contains(bundleID + type.traits.topicSuffix)
        }
    }

    /// The push types that require a provider token and permit no certificate.
    public static let tokenOnlyPushTypes = PushType.allCases.filter {
        !$0.traits.authentication.contains(.certificate)
    }

    /// Returns the reason why APNs would reject the certificate for this environment at this time;
    /// `nil` if APNs would accept it.
    ///
    /// - Parameter environment: the environment in which the certificate is to be used; `nil` if
    ///   unknown.
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
