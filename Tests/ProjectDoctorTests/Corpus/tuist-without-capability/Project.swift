import ProjectDescription

let project = Project(
    name: "Trails",
    targets: [
        .target(
            name: "Trails",
            destinations: .iOS,
            product: .app,
            bundleId: "io.trails.app",
            deploymentTargets: .iOS("16.0"),
            infoPlist: .extendingDefault(with: ["UILaunchScreen": [:]]),
            sources: ["Sources/**"],
            resources: ["Resources/**"],
            entitlements: .dictionary(["com.apple.security.application-groups": ["group.io.trails"]]
            ),
            dependencies: []
        )
    ]
)
