"""Letters of a screening case as PDF, read back by another library."""

import asyncio
from io import BytesIO

import attrs
import pytest
from pypdf import PdfReader

from core.screening.cases import AGENCY, ANN, MONDAY, THEFT, an_assessment
from haulage.screening import Letter, LetterKind
from haulage_adapters.documents_typst import TypstPrinter

PRINTER = TypstPrinter("https://haulage.example")
ADVERSE = (LetterKind.PRE_ADVERSE_NOTICE, LetterKind.DISPUTE_RESOLUTION, LetterKind.FINAL_NOTICE)
MODEL_FORM = (
    "A Summary of Your Rights Under the Fair Credit Reporting Act",
    "Here is a summary of your major rights under FCRA.",
    "You must be told if information in your file has been used against you.",
    "You have the right to know what is in your file.",
    "you are unemployed but expect to apply for employment within 60 days.",
    "entitled to one free disclosure every 12 months upon request from each nationwide credit bureau",
    "You have the right to ask for a credit score.",
    "You have the right to dispute incomplete or inaccurate information.",
    "Consumer reporting agencies must correct or delete inaccurate, incomplete, or unverifiable information.",
    "Consumer reporting agencies may not report outdated negative information.",
    "Access to your file is limited.",
    "You must give your consent for reports to be provided to employers.",
    "Written consent generally is not required in the trucking industry.",
    "nationwide credit bureaus at 1-888-567-8688.",
    "CONSUMERS HAVE THE RIGHT TO OBTAIN A SECURITY FREEZE",
    "An initial fraud alert is a 1-year alert",
    "A security freeze does not apply to a person or entity, or its affiliates",
    "You may seek damages from violators.",
    "Identity theft victims and active duty military personnel have additional rights.",
    "States may enforce the FCRA",
    "TYPE OF BUSINESS: CONTACT:",
    "National Center for Consumer and Depositor Assistance",
    "Assistant General Counsel for Office of Aviation Consumer Protection",
    "9. Retailers, Finance Companies, and All Other Creditors Not Listed Above",
)
"""Passages of 12 CFR part 1022, appendix K, in its order."""


def printed(kind: LetterKind) -> PdfReader:
    letter = Letter(
        "scr_1-1",
        kind,
        MONDAY,
        ANN,
        AGENCY,
        "Theft last year",
        THEFT,
        an_assessment(),
        waiting_business_days=5,
    )
    return PdfReader(BytesIO(asyncio.run(PRINTER.screening_letter(letter))))


def words(reader: PdfReader) -> str:
    plain = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    return plain.replace("\u2019", "'")


@pytest.mark.parametrize("kind", ADVERSE)
def test_each_notice_has_the_whole_federal_summary_of_rights(kind: LetterKind) -> None:
    said = words(printed(kind))
    places = [said.find(passage) for passage in MODEL_FORM]
    assert [each for each, place in zip(MODEL_FORM, places, strict=True) if place < 0] == []
    assert places == sorted(places)
    assert said.find("Article 23-A of the New York Correction Law", max(places)) > 0, "behind the form"


def test_an_offer_and_a_certificate_have_no_summary() -> None:
    for kind in LetterKind:
        if kind not in ADVERSE:
            assert MODEL_FORM[0] not in words(printed(kind))


def test_a_notice_of_a_simulated_agency_says_so() -> None:
    letter = Letter("scr_1-1", ADVERSE[0], MONDAY, ANN, attrs.evolve(AGENCY, simulated=True), "Theft", THEFT)
    reader = PdfReader(BytesIO(asyncio.run(PRINTER.screening_letter(letter))))
    assert "nobody was checked: this letter has no legal effect." in words(reader)
