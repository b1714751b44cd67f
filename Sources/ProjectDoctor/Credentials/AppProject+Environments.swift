// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import AppProject

extension AppProject {
    /// The APNs environments in the apps' entitlements, by configuration name. If there are several
    /// apps, the app's name precedes the name of the configuration. Values other than Apple's are
    /// omitted.
    package var declaredEnvironments: [String: APNSEnvironment] {
        var environments: [String: APNSEnvironment] = [:]
        for app in apps {
            for configuration in app.configurations {
                let values = configuration.entitlements?.value
                let value =
                    values?["aps-environment"]?.string
                    ?? values?["com.apple.developer.aps-environment"]?.string
                guard
                    let environment = APNSEnvironment.allCases.first(where: {
                        $0.entitlementValue == value
                    })
                else { continue }
                let name = apps.count > 1 ? "\(app.name) \(configuration.name)" : configuration.name
                environments[name] = environment
            }
        }
        return environments
    }
}
