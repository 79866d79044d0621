"""Accounts: sign-up, sign-in, sessions and second factors."""

from haulage.jobs import JobKind
from haulage.ports.runtime.jobs import JobHandler, JobHandlers
from haulage.use_cases.accounts import AccountUseCases
from haulage.use_cases.personal_data.erase_person import ErasePerson
from haulage.use_cases.personal_data.export_data import ExportData
from haulage.use_cases.personal_data.facade import PersonalDataUseCases
from haulage.use_cases.personal_data.finish_erasure import TIME_LIMIT, FinishErasure
from haulage_adapters.assembly import social_providers
from haulage_adapters.assembly.parts import Parts
from haulage_adapters.passkeys_webauthn import WebAuthnCeremonies
from haulage_adapters.totp_pyotp import TotpPasswords


def assemble_accounts(parts: Parts) -> AccountUseCases:
    providers, provider_page = social_providers.providers(parts.settings, parts.tokens, parts.clock)
    return AccountUseCases.over(
        storage=parts.storage,
        clock=parts.clock,
        identifiers=parts.identifiers,
        passwords=parts.passwords,
        tokens=parts.tokens,
        sealing=parts.seal,
        templates=parts.templates,
        one_time_passwords=TotpPasswords(),
        ceremonies=WebAuthnCeremonies(parts.settings.public_url),
        providers=providers,
        provider_page=provider_page,
        terms=parts.settings.account_terms,
    )


def assemble_personal_data(parts: Parts, accounts: AccountUseCases) -> PersonalDataUseCases:
    return PersonalDataUseCases(
        erase=ErasePerson(
            parts.storage,
            parts.clock,
            parts.passwords,
            accounts.gate,
            accounts.current_user,
            accounts.fresh_user,
            parts.identifiers,
            parts.tokens,
            finish_erasure(parts),
        ),
        export=ExportData(parts.storage, parts.clock, parts.files, parts.settings.export_limit),
    )


def finish_erasure(parts: Parts) -> FinishErasure:
    return FinishErasure(parts.storage, parts.clock, parts.tokens, parts.mailbox)


def erasure_job_handlers(parts: Parts) -> JobHandlers:
    return {JobKind.FINISH_ERASURE: JobHandler(finish_erasure(parts), time_limit=TIME_LIMIT)}
