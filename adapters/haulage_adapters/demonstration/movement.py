from haulage.use_cases.marketplace import Marketplace


async def run_demonstration(marketplace: Marketplace) -> None: ...
