// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import WebPush

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The reason why a device, a browser or a project cannot be registered or found.
package enum MessagingRegistryProblem: Error, Hashable, CustomStringConvertible {
    case tooMany(Int)
    case noSuchProject(String)
    case noSuchToken
    case noSuchSubscription
    case badServerKey

    package var description: String {
        switch self {
        case .tooMany(let max): "there are \(max) already, which is the limit"
        case .noSuchProject(let id):
            "the simulated FCM has no project \"\(String(id.prefix(64)).printable)\""
        case .noSuchToken: "no device has this registration token or installation ID"
        case .noSuchSubscription: "there is no subscription with this identifier"
        case .badServerKey:
            "application_server_key must be a public key on P-256: 65 bytes in base64url"
        }
    }
}

extension MessagingService {
    /// Registers a project, or replaces the project with the same identifier.
    package mutating func register(_ project: FCMProject) {
        fcm.projects.removeAll { $0.id == project.id }
        fcm.projects.append(project)
    }

    /// Changes whether a project has a key for APNs.
    package mutating func setAPNsKey(
        _ isPresent: Bool, of projectID: String
    ) throws(MessagingRegistryProblem) {
        guard let index = fcm.projects.firstIndex(where: { $0.id == projectID }) else {
            throw .noSuchProject(projectID)
        }
        fcm.projects[index].hasAPNsKey = isPresent
    }

    package mutating func register(_ device: FCMDevice) throws(MessagingRegistryProblem) {
        guard fcm.devices.count < FCMService.deviceCountMax else {
            throw .tooMany(FCMService.deviceCountMax)
        }
        fcm.devices.removeAll { $0.token == device.token }
        fcm.devices.append(device)
    }

    /// Uninstalls the app of a token, so that the token is no longer registered.
    package mutating func unregister(token: String) throws(MessagingRegistryProblem) {
        guard
            let index = fcm.devices.firstIndex(where: {
                $0.token == token || $0.installationID == token
            })
        else { throw .noSuchToken }
        fcm.devices[index].isUnregistered = true
    }

    package mutating func register(_ browser: SimulatedBrowser) throws(MessagingRegistryProblem) {
        guard webPush.browsers.count < WebPushEndpoint.browserCountMax else {
            throw .tooMany(WebPushEndpoint.browserCountMax)
        }
        if let key = browser.applicationServerKey {
            guard Base64URL.decode(key)?.count == 65 else { throw .badServerKey }
        }
        webPush.browsers.append(browser)
    }

    /// Ends a subscription, so that its endpoint returns 410.
    package mutating func unsubscribe(id: String) throws(MessagingRegistryProblem) {
        guard let index = webPush.browsers.firstIndex(where: { $0.id == id }) else {
            throw .noSuchSubscription
        }
        webPush.browsers[index].isGone = true
    }

    /// Removes all devices and browsers.
    package mutating func removeAddresses() {
        fcm.devices = []
        webPush.browsers = []
    }

    /// The part of the state with which a later simulator can start. It contains secrets.
    package struct Saved: Codable, Sendable {
        package var projects: [FCMProject]
        package var devices: [FCMDevice]
        package var browsers: [SimulatedBrowser]
    }

    package var saved: Saved {
        Saved(projects: fcm.projects, devices: fcm.devices, browsers: webPush.browsers)
    }

    package mutating func restore(_ saved: Saved) {
        fcm.projects = saved.projects
        fcm.devices = saved.devices
        webPush.browsers = saved.browsers
    }
}
