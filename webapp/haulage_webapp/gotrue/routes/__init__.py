"""The account routes, by subject."""

from haulage_webapp.gotrue.routes.about import health, key_set, settings
from haulage_webapp.gotrue.routes.factors import (
    challenge_factor,
    enrol_factor,
    unenrol_factor,
    verify_factor,
)
from haulage_webapp.gotrue.routes.mailed import follow_link, otp, recover, resend, verify
from haulage_webapp.gotrue.routes.passkeys import (
    add_passkey,
    list_passkeys,
    passkey_registration,
    passkey_sign_in,
    remove_passkey,
    rename_passkey,
    sign_in_by_passkey,
)
from haulage_webapp.gotrue.routes.recovery_codes import (
    give_recovery_code,
    make_recovery_codes,
    recovery_codes_left,
)
from haulage_webapp.gotrue.routes.sessions import sign_out, sign_up, token
from haulage_webapp.gotrue.routes.social import authorize, callback, link_identity, unlink_identity
from haulage_webapp.gotrue.routes.user import (
    get_auth_user,
    get_user,
    prove_again,
    reauthenticate,
    update_user,
)

AUTH_ROUTES = [
    sign_up,
    token,
    sign_out,
    otp,
    recover,
    resend,
    verify,
    follow_link,
    authorize,
    callback,
    link_identity,
    unlink_identity,
    get_user,
    get_auth_user,
    update_user,
    reauthenticate,
    prove_again,
    recovery_codes_left,
    make_recovery_codes,
    give_recovery_code,
    enrol_factor,
    challenge_factor,
    verify_factor,
    unenrol_factor,
    passkey_registration,
    add_passkey,
    passkey_sign_in,
    sign_in_by_passkey,
    list_passkeys,
    rename_passkey,
    remove_passkey,
    settings,
    health,
    key_set,
]
