// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Provisioning profiles for tests, in the form that Xcode embeds: a property list inside a signed
/// message. They were made with OpenSSL 3 from property lists that were written for this purpose
/// and a key that was then deleted:
/// `openssl cms -sign -nodetach -binary -outform DER -nocerts -nosmimecap`.
enum SampleProfile: String, CaseIterable {
    case development
    case adHoc = "ad-hoc"
    case mac
    /// Without the Push Notifications capability.
    case without

    var data: Data {
        Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
    }

    private var base64: String {
        switch self {
        case .development:
            """
            MIID4AYJKoZIhvcNAQcCoIID0TCCA80CAQExDTALBglghkgBZQMEAgEwggK3BgkqhkiG9w0BBwGgggKoBIIC
            pDw/eG1sIHZlcnNpb249IjEuMCIgZW5jb2Rpbmc9IlVURi04Ij8+CjwhRE9DVFlQRSBwbGlzdCBQVUJMSUMg
            Ii0vL0FwcGxlLy9EVEQgUExJU1QgMS4wLy9FTiIgImh0dHA6Ly93d3cuYXBwbGUuY29tL0RURHMvUHJvcGVy
            dHlMaXN0LTEuMC5kdGQiPgo8cGxpc3QgdmVyc2lvbj0iMS4wIj4KPGRpY3Q+Cgk8a2V5PkFwcElETmFtZTwv
            a2V5PgoJPHN0cmluZz5TaG9wICZhbXA7IG1vcmU8L3N0cmluZz4KCTxrZXk+RW50aXRsZW1lbnRzPC9rZXk+
            Cgk8ZGljdD4KCQk8a2V5PmFwcGxpY2F0aW9uLWlkZW50aWZpZXI8L2tleT4KCQk8c3RyaW5nPkExQjJDM0Q0
            RTUuY29tLmV4YW1wbGUuc2hvcDwvc3RyaW5nPgoJCTxrZXk+YXBzLWVudmlyb25tZW50PC9rZXk+CgkJPHN0
            cmluZz5kZXZlbG9wbWVudDwvc3RyaW5nPgoJCTxrZXk+Z2V0LXRhc2stYWxsb3c8L2tleT4KCQk8dHJ1ZS8+
            CgkJPGtleT5jb20uYXBwbGUuc2VjdXJpdHkuYXBwbGljYXRpb24tZ3JvdXBzPC9rZXk+CgkJPGFycmF5PgoJ
            CQk8c3RyaW5nPmdyb3VwLmNvbS5leGFtcGxlLnNob3A8L3N0cmluZz4KCQk8L2FycmF5PgoJPC9kaWN0PgoJ
            PGtleT5OYW1lPC9rZXk+Cgk8c3RyaW5nPmRldmVsb3BtZW50PC9zdHJpbmc+Cgk8a2V5PlRpbWVUb0xpdmU8
            L2tleT4KCTxpbnRlZ2VyPjM2NTwvaW50ZWdlcj4KPC9kaWN0Pgo8L3BsaXN0Pgoxgf0wgfoCAQEwJzAPMQ0w
            CwYDVQQDDARUZXN0AhQ+w5a1bR4hdlHyygM7BK+1JYVSRzALBglghkgBZQMEAgGgaTAYBgkqhkiG9w0BCQMx
            CwYJKoZIhvcNAQcBMBwGCSqGSIb3DQEJBTEPFw0yNjExMjEwNjM4MTlaMC8GCSqGSIb3DQEJBDEiBCB9tdEo
            4jXT5zbBEu2wIqcZoVjPEVRAQ1YXbkzwtB+VzzAKBggqhkjOPQQDAgRIMEYCIQC1bmT2uKwGEAtCN+xLrwJX
            D+Izd47B10Ar4S9GYQ1iLgIhAMyMT8WA4WlnJ2Lh1hL3ctkoXcK7q7mrEds5tGitemee
            """
        case .adHoc:
            """
            MIIDZwYJKoZIhvcNAQcCoIIDWDCCA1QCAQExDTALBglghkgBZQMEAgEwggI/BgkqhkiG9w0BBwGgggIwBIIC
            LDw/eG1sIHZlcnNpb249IjEuMCIgZW5jb2Rpbmc9IlVURi04Ij8+CjwhRE9DVFlQRSBwbGlzdCBQVUJMSUMg
            Ii0vL0FwcGxlLy9EVEQgUExJU1QgMS4wLy9FTiIgImh0dHA6Ly93d3cuYXBwbGUuY29tL0RURHMvUHJvcGVy
            dHlMaXN0LTEuMC5kdGQiPgo8cGxpc3QgdmVyc2lvbj0iMS4wIj4KPGRpY3Q+Cgk8a2V5PkFwcElETmFtZTwv
            a2V5PgoJPHN0cmluZz5TaG9wICZhbXA7IG1vcmU8L3N0cmluZz4KCTxrZXk+RW50aXRsZW1lbnRzPC9rZXk+
            Cgk8ZGljdD4KCQk8a2V5PmFwcGxpY2F0aW9uLWlkZW50aWZpZXI8L2tleT4KCQk8c3RyaW5nPkExQjJDM0Q0
            RTUuY29tLmV4YW1wbGUuc2hvcDwvc3RyaW5nPgoJCTxrZXk+YXBzLWVudmlyb25tZW50PC9rZXk+CgkJPHN0
            cmluZz5wcm9kdWN0aW9uPC9zdHJpbmc+CgkJPGtleT5nZXQtdGFzay1hbGxvdzwva2V5PgoJCTxmYWxzZS8+
            Cgk8L2RpY3Q+Cgk8a2V5Pk5hbWU8L2tleT4KCTxzdHJpbmc+YWQtaG9jPC9zdHJpbmc+Cgk8a2V5PlRpbWVU
            b0xpdmU8L2tleT4KCTxpbnRlZ2VyPjM2NTwvaW50ZWdlcj4KPC9kaWN0Pgo8L3BsaXN0PgoxgfwwgfkCAQEw
            JzAPMQ0wCwYDVQQDDARUZXN0AhQ+w5a1bR4hdlHyygM7BK+1JYVSRzALBglghkgBZQMEAgGgaTAYBgkqhkiG
            9w0BCQMxCwYJKoZIhvcNAQcBMBwGCSqGSIb3DQEJBTEPFw0yNjExMjEwNjM4MTlaMC8GCSqGSIb3DQEJBDEi
            BCCViaacB8zeLwerx2YbHnBrKfK5lgkr5kCvELi1OKSDhDAKBggqhkjOPQQDAgRHMEUCIGUQtbGOrzVmIPiD
            FgeqLdGzJcdz3/4ZqTKWqd8KsNlZAiEAxhEIAKd4CbKXQ5hl/Fl+lkfQgDZM4pybhPWJkxLKiUU=
            """
        case .mac:
            """
            MIIDXAYJKoZIhvcNAQcCoIIDTTCCA0kCAQExDTALBglghkgBZQMEAgEwggI0BgkqhkiG9w0BBwGgggIlBIIC
            ITw/eG1sIHZlcnNpb249IjEuMCIgZW5jb2Rpbmc9IlVURi04Ij8+CjwhRE9DVFlQRSBwbGlzdCBQVUJMSUMg
            Ii0vL0FwcGxlLy9EVEQgUExJU1QgMS4wLy9FTiIgImh0dHA6Ly93d3cuYXBwbGUuY29tL0RURHMvUHJvcGVy
            dHlMaXN0LTEuMC5kdGQiPgo8cGxpc3QgdmVyc2lvbj0iMS4wIj4KPGRpY3Q+Cgk8a2V5PkFwcElETmFtZTwv
            a2V5PgoJPHN0cmluZz5TaG9wICZhbXA7IG1vcmU8L3N0cmluZz4KCTxrZXk+RW50aXRsZW1lbnRzPC9rZXk+
            Cgk8ZGljdD4KCQk8a2V5PmNvbS5hcHBsZS5hcHBsaWNhdGlvbi1pZGVudGlmaWVyPC9rZXk+CgkJPHN0cmlu
            Zz5BMUIyQzNENEU1LmNvbS5leGFtcGxlLnNob3A8L3N0cmluZz4KCQk8a2V5PmNvbS5hcHBsZS5kZXZlbG9w
            ZXIuYXBzLWVudmlyb25tZW50PC9rZXk+CgkJPHN0cmluZz5kZXZlbG9wbWVudDwvc3RyaW5nPgoJPC9kaWN0
            PgoJPGtleT5OYW1lPC9rZXk+Cgk8c3RyaW5nPm1hYzwvc3RyaW5nPgoJPGtleT5UaW1lVG9MaXZlPC9rZXk+
            Cgk8aW50ZWdlcj4zNjU8L2ludGVnZXI+CjwvZGljdD4KPC9wbGlzdD4KMYH8MIH5AgEBMCcwDzENMAsGA1UE
            AwwEVGVzdAIUPsOWtW0eIXZR8soDOwSvtSWFUkcwCwYJYIZIAWUDBAIBoGkwGAYJKoZIhvcNAQkDMQsGCSqG
            SIb3DQEHATAcBgkqhkiG9w0BCQUxDxcNMjYxMTIxMDYzODE5WjAvBgkqhkiG9w0BCQQxIgQgBx0IOsOVizHw
            s9oDWVfX0hvCVpaDd3dJQrrB5980mDEwCgYIKoZIzj0EAwIERzBFAiEAs4/wppDAWt/vI88RGPcG7REkYrxH
            eQ+54+i6czJf8wQCIFfXrdKqibOZM+OC5R2UUeGjODY9EGgGUjAwGd/xlqVT
            """
        case .without:
            """
            MIIDBgYJKoZIhvcNAQcCoIIC9zCCAvMCAQExDTALBglghkgBZQMEAgEwggHeBgkqhkiG9w0BBwGgggHPBIIB
            yzw/eG1sIHZlcnNpb249IjEuMCIgZW5jb2Rpbmc9IlVURi04Ij8+CjwhRE9DVFlQRSBwbGlzdCBQVUJMSUMg
            Ii0vL0FwcGxlLy9EVEQgUExJU1QgMS4wLy9FTiIgImh0dHA6Ly93d3cuYXBwbGUuY29tL0RURHMvUHJvcGVy
            dHlMaXN0LTEuMC5kdGQiPgo8cGxpc3QgdmVyc2lvbj0iMS4wIj4KPGRpY3Q+Cgk8a2V5PkFwcElETmFtZTwv
            a2V5PgoJPHN0cmluZz5TaG9wICZhbXA7IG1vcmU8L3N0cmluZz4KCTxrZXk+RW50aXRsZW1lbnRzPC9rZXk+
            Cgk8ZGljdD4KCQk8a2V5PmFwcGxpY2F0aW9uLWlkZW50aWZpZXI8L2tleT4KCQk8c3RyaW5nPkExQjJDM0Q0
            RTUuY29tLmV4YW1wbGUuc2hvcDwvc3RyaW5nPgoJPC9kaWN0PgoJPGtleT5OYW1lPC9rZXk+Cgk8c3RyaW5n
            PndpdGhvdXQ8L3N0cmluZz4KCTxrZXk+VGltZVRvTGl2ZTwva2V5PgoJPGludGVnZXI+MzY1PC9pbnRlZ2Vy
            Pgo8L2RpY3Q+CjwvcGxpc3Q+CjGB/DCB+QIBATAnMA8xDTALBgNVBAMMBFRlc3QCFD7DlrVtHiF2UfLKAzsE
            r7UlhVJHMAsGCWCGSAFlAwQCAaBpMBgGCSqGSIb3DQEJAzELBgkqhkiG9w0BBwEwHAYJKoZIhvcNAQkFMQ8X
            DTI2MTEyMTA2MzgxOVowLwYJKoZIhvcNAQkEMSIEIJGjH8hTAVhxtnCkTs/xTlmaZl16u9ctp1ybQCXk+iUN
            MAoGCCqGSM49BAMCBEcwRQIhAO38GKO25hmnu118kcIXAEP7761VOuKazf6eSJSuNFHHAiAU5hClpaSxieyD
            UsFfZCk1lt9WgMGjN6yGz9QIZ4jXWw==
            """
        }
    }
}
